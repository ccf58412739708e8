/** What leaves the table: links for others, files to keep. */

import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Connection } from "./connection";
import { Dialog } from "./dialog";
import type { Joined, SeatLink } from "./messages";
import { kept } from "./preferences";
import { linkTo } from "./route";

const LINKS = "otherminds.links.";

/** Remembers the links to the other seats for who opened a table. */
export function keepLinks(token: string, links: readonly SeatLink[]): void {
  if (links.length) kept.set(LINKS + token, JSON.stringify(links));
}

export function keptLinks(token: string): SeatLink[] {
  try {
    const read: unknown = JSON.parse(kept.get(LINKS + token) ?? "[]");
    return Array.isArray(read) ? (read as SeatLink[]) : [];
  } catch {
    return [];
  }
}

export function ShareDialog(props: { joined: Joined; token: string; turn: number; onClose: () => void }): VNode {
  const { joined, turn } = props;
  const links = keptLinks(props.token);
  const watch = joined.watch;
  return (
    <Dialog title="Share" onClose={props.onClose}>
      {links.map((link) => (
        <LinkField
          key={link.seat}
          label={`Seat of ${link.name || joined.seats[link.seat]?.seat_name || `seat ${link.seat}`}`}
          link={linkTo({ page: "table", token: link.token, turn: null })}
        />
      ))}
      {links.length > 0 && <p class="quiet">Whoever has the link to a seat plays there.</p>}
      {watch && <LinkField label="To look on" link={linkTo({ page: "table", token: watch, turn: null })} />}
      {watch && <LinkField label={`To turn ${turn}`} link={linkTo({ page: "table", token: watch, turn })} />}
      <p class="quiet">Where people play, onlookers see the table when the game is over.</p>
    </Dialog>
  );
}

export function LinkField(props: { label: string; link: string }): VNode {
  const [copied, setCopied] = useState(false);
  useEffect(() => setCopied(false), [props.link]);
  return (
    <label class="field link">
      <span>{props.label}</span>
      <input readOnly value={props.link} onFocus={(event) => event.currentTarget.select()} />
      <button
        type="button"
        onClick={() => {
          navigator.clipboard.writeText(props.link).then(() => setCopied(true), () => setCopied(false));
        }}
      >
        {copied ? "Copied" : "Copy"}
      </button>
    </label>
  );
}

type Format = Joined["downloads"][number];

const FORMATS: Readonly<Record<Format, string>> = {
  record: "Record (JSON)",
  hanab_live: "hanab.live (JSON)",
  hanab_live_link: "hanab.live (link)",
  ggf: "GGF",
  svg: "Picture of this turn (SVG)",
};

interface SaveProps {
  readonly connection: Connection;
  readonly joined: Joined;
  readonly over: boolean;
  readonly turn: number;
  readonly viewpoint: number | null;
  readonly onClose: () => void;
}

export function SaveDialog(props: SaveProps): VNode {
  const [problem, setProblem] = useState("");
  const [link, setLink] = useState("");
  const formats = props.over ? props.joined.downloads : props.joined.downloads.filter((format) => format === "svg");
  const save = (format: Format): void => {
    setProblem("");
    props.connection.ask({ type: "download", format, turn: props.turn, viewpoint: props.viewpoint }).then(
      (reply) => {
        if (reply.type !== "file") return;
        if (format === "hanab_live_link") setLink(reply.content);
        else download(reply.name, reply.media_type, reply.content);
      },
      (error: Error) => setProblem(error.message),
    );
  };
  return (
    <Dialog title="Save" onClose={props.onClose}>
      <div class="buttons">
        {formats.map((format) => (
          <button key={format} type="button" onClick={() => save(format)}>
            {FORMATS[format]}
          </button>
        ))}
      </div>
      {!props.over && <p class="quiet">Records can be saved when the game is over. The table itself is kept by the server: its link brings you back.</p>}
      {link && <LinkField label="The game on hanab.live" link={link} />}
      {problem && <p class="problem">{problem}</p>}
    </Dialog>
  );
}

function download(name: string, type: string, content: string): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const anchor = document.createElement("a");
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
