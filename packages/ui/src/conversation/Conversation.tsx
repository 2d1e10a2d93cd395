// What two sides said to each other, the newest at the foot. It asks nobody and sends nothing: the
// lines come from outside, and so does what happens when a file is wanted.
import { type ReactNode, useEffect, useRef } from 'react';
import { Moment } from '../number/Moment.tsx';

/** One line of a talk. */
export type ConversationLine = {
  readonly key: string;
  /** `own`: said by whoever looks; `note`: about the talk itself, said by nobody. */
  readonly side: 'own' | 'other' | 'note';
  /** Who said it, for the ear and for the text that is saved. */
  readonly who: string;
  readonly text: string;
  readonly atMs: number;
  readonly file?: { readonly name: string; readonly onOpen: () => void } | undefined;
};

/** The lines; the list stays at its foot while new ones come. */
export function Conversation(props: { lines: readonly ConversationLine[]; empty?: ReactNode }) {
  const list = useRef<HTMLOListElement>(null);
  const { lines, empty } = props;
  const lastKey = lines.at(-1)?.key;
  useEffect(() => {
    if (list.current !== null) list.current.scrollTop = list.current.scrollHeight;
  }, [lastKey]);
  return (
    <ol aria-live="polite" className="ui-talk" ref={list} tabIndex={0}>
      {lines.length === 0 && empty ? <li className="ui-talk-empty">{empty}</li> : null}
      {lines.map((line, place) => (
        <Line isNewDay={isNewDay(lines[place - 1], line)} key={line.key} line={line} />
      ))}
    </ol>
  );
}

/** Whether a day begins with a line that did not begin today, or after a line of another day. */
function isNewDay(before: ConversationLine | undefined, line: ConversationLine): boolean {
  const day = new Date(line.atMs).toDateString();
  if (before !== undefined) return new Date(before.atMs).toDateString() !== day;
  return new Date().toDateString() !== day;
}

function Line({ line, isNewDay: hasDay }: { line: ConversationLine; isNewDay: boolean }) {
  const { side, who, text, atMs, file } = line;
  return (
    <>
      {hasDay ? (
        <li className="ui-talk-day">
          <Moment atMs={atMs} form="date" />
        </li>
      ) : null}
      <li data-side={side}>
        <span className="ui-sr">{who}</span>
        {text === '' ? null : <p>{text}</p>}
        {file === undefined ? null : (
          <button className="ui-link" onClick={file.onOpen} type="button">
            {file.name}
          </button>
        )}
        <small>
          <Moment atMs={atMs} form="time" />
        </small>
      </li>
    </>
  );
}

/** The whole talk as words to keep: a line each, with its moment in UTC. */
export function writeTranscript(lines: readonly ConversationLine[]): string {
  const texts = lines.map(({ atMs, who, text, file }) =>
    [new Date(atMs).toISOString(), `${who}:`, text, file === undefined ? '' : `[${file.name}]`]
      .filter((part) => part !== '')
      .join(' '),
  );
  return `${texts.join('\n')}\n`;
}
