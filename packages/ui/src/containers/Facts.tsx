// Pairs of words and values: facts, the receipt before an order, steps and timelines.
// Not a table: nothing here is sorted, chosen or scrolled.
import { type ReactNode, useId } from 'react';
import { Delta } from '../number/Delta.tsx';

/** A label with its value. */
export type Fact = { key: string; label: ReactNode; value: ReactNode };

/** Labels and values; isColumns sets the label over the value, side by side with the next. */
export function KeyValue(props: { facts: readonly Fact[]; isColumns?: boolean | undefined }) {
  return (
    <dl className="ui-facts" data-columns={props.isColumns ? '' : undefined}>
      {props.facts.map((fact) => (
        <div className="ui-fact" key={fact.key}>
          <dt>{fact.label}</dt>
          <dd>{fact.value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** One line of a receipt; before is what holds now, left out for a line without a past. */
export type ReceiptLine = {
  key: string;
  label: ReactNode;
  before?: ReactNode;
  after: ReactNode;
  isSame?: boolean | undefined;
  tone?: 'warn' | 'danger' | undefined;
  /** The sum at the foot. */
  isTotal?: boolean | undefined;
};

/** What an action will cost and change, line by line, before it is sent. */
export function Receipt(props: { label: string; lines: readonly ReceiptLine[] }) {
  return (
    <dl aria-label={props.label} className="ui-receipt">
      {props.lines.map((line) => (
        <div
          className="ui-receipt-line"
          data-tone={line.tone}
          data-total={line.isTotal ? '' : undefined}
          key={line.key}
        >
          <dt>{line.label}</dt>
          <dd>
            {line.before === undefined ? (
              line.after
            ) : (
              <Delta after={line.after} before={line.before} isSame={line.isSame} />
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Where a way of several steps stands; step counts from 0. */
export function Stepper(props: { label: string; steps: readonly string[]; step: number }) {
  const id = useId();
  return (
    <ol aria-label={props.label} className="ui-steps">
      {props.steps.map((name, index) => (
        <li
          aria-current={index === props.step ? 'step' : undefined}
          className="ui-step"
          data-state={readStep(index, props.step)}
          key={`${id}${name}`}
        >
          <span aria-hidden="true" className="ui-step-mark" />
          {name}
        </li>
      ))}
    </ol>
  );
}

function readStep(index: number, step: number): 'done' | 'now' | 'later' {
  if (index === step) return 'now';
  return index < step ? 'done' : 'later';
}

/** One moment of a history or of a process under way. */
export type TimelineMoment = {
  key: string;
  title: ReactNode;
  text?: ReactNode;
  time?: ReactNode;
  state: 'done' | 'now' | 'later' | 'failed';
};

/** What happened, what happens now and what comes, from top to bottom. */
export function Timeline(props: { label: string; moments: readonly TimelineMoment[] }) {
  return (
    <ol aria-label={props.label} className="ui-timeline">
      {props.moments.map((moment) => (
        <li
          aria-current={moment.state === 'now' ? 'step' : undefined}
          className="ui-moment"
          data-state={moment.state}
          key={moment.key}
        >
          <span aria-hidden="true" className="ui-moment-mark" />
          <span>{moment.title}</span>
          <span className="ui-moment-time">{moment.time}</span>
          {moment.text ? <span className="ui-moment-text">{moment.text}</span> : null}
        </li>
      ))}
    </ol>
  );
}
