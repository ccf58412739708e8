/** Legal moves beside the board: by type, with a filter, and with forms for what is composed. */

import type { Ref, VNode } from "preact";
import { useMemo, useState } from "preact/hooks";
import { agreeing, choicesOf, filtered, grouped, needsForm, partsOf, pick, valueText } from "./moves";
import type { Chosen, Move, MoveGroup } from "./moves";

const LISTED = 24;

interface MoveListProps {
  readonly moves: readonly Move[];
  readonly onAct: (action: number) => void;
  readonly onPoint: (action: number | null) => void;
  readonly seatName: (seat: number) => string;
  readonly filter: Ref<HTMLInputElement>;
  /** Moves that parts of the board stand for: they are listed last and folded. */
  readonly drawn: ReadonlySet<number>;
}

export function MoveList(props: MoveListProps): VNode {
  const [wanted, setWanted] = useState("");
  const { moves, drawn } = props;
  const found = useMemo(() => (wanted.trim() ? filtered(moves, wanted) : moves), [moves, wanted]);
  const { alone, groups } = useMemo(() => {
    const every = grouped(found);
    // What has no choices in it, such as to roll or to end the turn, needs no heading.
    const plain = (group: MoveGroup): boolean => group.moves.length === 1 && group.moves[0]?.text === group.type && !drawn.has(group.moves[0].id);
    const all = every.filter((group) => !plain(group));
    const onBoard = (group: MoveGroup): boolean => group.moves.every((move) => drawn.has(move.id));
    // Buttons before forms, and last what is on the board anyway.
    const place = (group: MoveGroup): number => (onBoard(group) ? 2 : needsForm(group) ? 1 : 0);
    const sorted = [...all].sort((one, other) => place(one) - place(other));
    return { alone: every.filter(plain).flatMap((group) => group.moves), groups: sorted };
  }, [found, drawn]);
  const act = (action: number): void => {
    setWanted("");
    props.onAct(action);
  };
  return (
    <section class="moves" aria-label="Your moves">
      {moves.length > 6 && (
        <label class="filter">
          <span class="sr">Find a move by its words</span>
          <input
            ref={props.filter}
            type="search"
            placeholder={`Find one of ${moves.length} moves`}
            value={wanted}
            onInput={(event) => setWanted(event.currentTarget.value)}
            onKeyDown={(event) => {
              const [first] = found;
              if (event.key === "Enter" && first && found.length === 1) act(first.id);
              else if (event.key === "Enter") event.currentTarget.closest(".moves")?.querySelector<HTMLElement>(".move, select")?.focus();
              else if (event.key === "Escape" && wanted) {
                event.stopPropagation();
                setWanted("");
              }
            }}
          />
        </label>
      )}
      {found.length === 0 && <p class="quiet">No move has these words.</p>}
      {alone.length > 0 && <Buttons {...props} moves={alone} onAct={act} />}
      {groups.map((group) => (
        <Group
          key={group.type}
          group={group}
          folded={!wanted.trim() && group.moves.length > 6 && group.moves.every((move) => drawn.has(move.id))}
          searching={wanted.trim() !== ""}
          {...props}
          onAct={act}
        />
      ))}
    </section>
  );
}

function Group(props: MoveListProps & { group: MoveGroup; folded: boolean; searching: boolean }): VNode {
  const { group } = props;
  const inside =
    !props.searching && needsForm(group) ? <Compose {...props} group={group} /> : <Buttons {...props} moves={group.moves} />;
  if (props.folded) {
    return (
      <details class="move-group">
        <summary>
          {group.type} <span class="quiet">{group.moves.length} on the board</span>
        </summary>
        {inside}
      </details>
    );
  }
  const named = group.moves.length > 1 || group.moves[0]?.text !== group.type;
  return (
    <div class="move-group" role="group" aria-label={group.type}>
      {named && <h2>{group.type}</h2>}
      {inside}
    </div>
  );
}

function Buttons(props: MoveListProps & { moves: readonly Move[] }): VNode {
  const [all, setAll] = useState(false);
  const shown = all ? props.moves : props.moves.slice(0, LISTED);
  const type = props.moves[0]?.type ?? "";
  return (
    <div class="buttons">
      {shown.map((move) => (
        <button
          key={move.id}
          type="button"
          class="move"
          data-action={move.id}
          aria-label={move.text}
          onClick={() => props.onAct(move.id)}
          onPointerEnter={() => props.onPoint(move.id)}
          onPointerLeave={() => props.onPoint(null)}
          onFocus={() => props.onPoint(move.id)}
          onBlur={() => props.onPoint(null)}
        >
          {props.moves.length > 1 && props.moves.every((each) => each.type === type) ? shortText(move.text, type) : move.text}
        </button>
      ))}
      {shown.length < props.moves.length && (
        <button type="button" class="plain" onClick={() => setAll(true)}>
          {props.moves.length - shown.length} more
        </button>
      )}
    </div>
  );
}

/** The text without the words of the heading above it. */
export function shortText(text: string, type: string): string {
  const rest = text.startsWith(`${type} `) ? text.slice(type.length + 1).replace(/^(at|to) /, "") : text;
  return rest || text;
}

function Compose(props: MoveListProps & { group: MoveGroup }): VNode {
  const { moves, type } = props.group;
  const parts = useMemo(() => partsOf(moves), [moves]);
  const [chosen, setChosen] = useState<Chosen>({});
  const left = agreeing(moves, chosen);
  const [move] = left;
  const whole = left.length === 1 && move ? move : null;
  return (
    <form
      class="compose"
      onSubmit={(event) => {
        event.preventDefault();
        if (!whole) return;
        setChosen({});
        props.onAct(whole.id);
      }}
    >
      {parts.map((part) => {
        const choices = choicesOf(moves, part, chosen);
        return (
          <label key={part}>
            <span>{part}</span>
            <select
              name={`${type}: ${part}`}
              value={chosen[part] ?? ""}
              onChange={(event) => {
                const key = event.currentTarget.value;
                const { [part]: _, ...others } = chosen;
                setChosen(key === "" ? others : pick(moves, chosen, part, key));
              }}
            >
              <option value="">choose</option>
              {choices.map(({ key, value, open }) => (
                <option key={key} value={key}>
                  {valueText(value, props.seatName, part)}
                  {open ? "" : " (changes the rest)"}
                </option>
              ))}
            </select>
          </label>
        );
      })}
      <button type="submit" class="move" disabled={!whole}>
        {whole ? whole.text : `${type}: choose ${parts.filter((part) => !(part in chosen)).join(", ")}`}
      </button>
    </form>
  );
}
