/** The seats of a new table: who sits in each, and with which options. */

import type { VNode } from "preact";
import type { AgentInfo, GameDetails, Limits } from "./messages";
import { OptionsForm } from "./options-form";
import { seatClass } from "./seat-names";
import { seated } from "./seat-setup";
import type { SeatPlan } from "./seat-setup";
import { capital } from "./table-state";

interface SeatsFormProps {
  readonly details: GameDetails;
  readonly plans: readonly SeatPlan[];
  /** Told what becomes of the plans as they are then. */
  readonly onChange: (change: (plans: readonly SeatPlan[]) => SeatPlan[]) => void;
  readonly limits: Limits;
}

export function SeatsForm(props: SeatsFormProps): VNode {
  return (
    <fieldset class="seat-plans">
      <legend>Seats</legend>
      {props.plans.map((plan, seat) => (
        <SeatField key={seat} seat={seat} plan={plan} {...props} />
      ))}
    </fieldset>
  );
}

function SeatField(props: SeatsFormProps & { seat: number; plan: SeatPlan }): VNode {
  const { seat, plan, details } = props;
  const changePlan = (next: (current: SeatPlan) => SeatPlan): void =>
    props.onChange((plans) => seated(plans, seat, next(plans[seat] ?? plan)));
  const change = (next: Partial<SeatPlan>): void => changePlan((current) => ({ ...current, ...next }));
  const agent = plan.who.startsWith("agent ") ? details.agents.find((each) => `agent ${each.name}` === plan.who) : undefined;
  const level = plan.who.startsWith("level ") ? details.levels.find((each) => `level ${each.number}` === plan.who) : undefined;
  const name = capital(details.seat_names[seat] || `seat ${seat}`);
  return (
    <div class="seat-plan">
      <span class={`disc ${seatClass(seat, details.seat_names[seat])}`} aria-hidden="true">
        {seat}
      </span>
      <label>
        <span>{name}</span>
        <select name={`seat ${seat}`} value={plan.who} onChange={(event) => change({ who: event.currentTarget.value, filled: {} })}>
          <optgroup label="People">
            <option value="me">me</option>
            <option value="person">another person, by a link</option>
          </optgroup>
          {details.levels.length > 0 && (
            <optgroup label="Levels of strength">
              {details.levels.map((each) => (
                <option key={each.number} value={`level ${each.number}`}>
                  level {each.number}
                </option>
              ))}
            </optgroup>
          )}
          <optgroup label="Agents">
            {details.agents.map((each) => (
              <option key={each.name} value={`agent ${each.name}`}>
                {each.name}
                {each.honesty === "peeking" ? " (peeks)" : ""}
              </option>
            ))}
            <option value="text">another agent, by its text …</option>
          </optgroup>
        </select>
      </label>
      {plan.who === "person" && (
        <input aria-label={`Name of the person in ${name}`} placeholder="name" value={plan.name} maxLength={40} onInput={(event) => change({ name: event.currentTarget.value })} />
      )}
      {plan.who === "text" && (
        <input
          aria-label={`Agent in ${name}, as text`}
          placeholder={props.limits.allow_imports ? "search(iterations=2000) or package.module.Class" : "search(iterations=2000)"}
          value={plan.text}
          maxLength={2000}
          required
          onInput={(event) => change({ text: event.currentTarget.value })}
        />
      )}
      {level && <small class="quiet">{level.player}</small>}
      {agent && <AgentNote agent={agent} plan={plan} onChange={changePlan} />}
    </div>
  );
}

function sentence(words: string): string {
  return words && `${capital(words).replace(/\.$/, "")}.`;
}

function AgentNote(props: { agent: AgentInfo; plan: SeatPlan; onChange: (next: (current: SeatPlan) => SeatPlan) => void }): VNode {
  const { agent } = props;
  const notes = [agent.summary.replaceAll("`", ""), sentence(agent.cost), agent.honesty === "honest" ? "" : sentence(agent.honesty)].filter(Boolean);
  return (
    <>
      <small class="quiet">{notes.join(" ")}</small>
      {agent.options.length > 0 && (
        <details class="rules">
          <summary>Options of {agent.name}</summary>
          <OptionsForm
            options={agent.options}
            filled={props.plan.filled}
            onChange={(change) => props.onChange((plan) => ({ ...plan, filled: change(plan.filled) }))}
          />
        </details>
      )}
    </>
  );
}
