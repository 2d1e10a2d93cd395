// A queue that people of the house work through: its lists and rows on the left, the chosen one on
// the right; on a phone one after the other. Not what a chosen row shows, nor the reading of rows:
// the caller reads them and hands them in. No router: links are the caller's.
import { EmptyState, RelativeTime, Segmented } from '@isobath/ui';
import type { AnchorHTMLAttributes, ReactNode } from 'react';
import type { Read } from '../query.ts';
import { QueryView } from '../QueryView.tsx';
import './review.css';

/** Attributes of a link. */
type LinkProps = Pick<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'onClick'>;

/** One row of a queue as it is shown. */
export interface ReviewLine {
  readonly key: string;
  readonly title: string;
  /** Beside the title: counts and states. */
  readonly marks?: ReactNode;
  /** What it is about, in one line. */
  readonly text?: string;
  /** Below, beside its age. */
  readonly note?: string;
  readonly atMs: number;
  /** The reader has taken it. */
  readonly isOwn: boolean;
}

/**
 * The queue.
 *
 * @param props - chosen: key of the row that stands on the right, "" = none; lists: which rows are
 *   listed, such as open and over; foot: below the rows; children: the chosen row.
 */
export function ReviewQueue<TRow, TList extends string>(props: {
  label: string;
  lists: readonly { readonly value: TList; readonly label: string }[];
  list: TList;
  onList: (list: TList) => void;
  read: Pick<Read<readonly TRow[]>, 'data' | 'failure' | 'isReading' | 'reload'>;
  showRow: (row: TRow) => ReviewLine;
  /** In place of rows. */
  empty: ReactNode;
  foot?: (rows: readonly TRow[]) => ReactNode;
  chosen: string;
  linkTo: (key: string) => LinkProps;
  /** In place of a chosen row. */
  choose: { readonly title: string; readonly text?: string };
  /** Leads from a chosen row to the rows, where only one of both has room. */
  backLabel: string;
  children: ReactNode;
}) {
  const { label, chosen } = props;
  return (
    <div className="review" data-chosen={chosen === '' ? undefined : ''}>
      <div className="review-side">
        <Segmented<TList>
          label={label}
          onChange={props.onList}
          options={props.lists}
          value={props.list}
        />
        <QueryView empty={props.empty} isEmpty={(rows) => rows.length === 0} read={props.read}>
          {(rows) => (
            <>
              <ul aria-label={label} className="review-rows">
                {rows.map(props.showRow).map((line) => (
                  <Row
                    isChosen={line.key === chosen}
                    key={line.key}
                    line={line}
                    link={props.linkTo(line.key)}
                  />
                ))}
              </ul>
              {props.foot?.(rows)}
            </>
          )}
        </QueryView>
      </div>
      {chosen === '' ? (
        <EmptyState {...props.choose} />
      ) : (
        <div className="review-main">
          <a className="ui-link review-back" {...props.linkTo('')}>
            {props.backLabel}
          </a>
          {props.children}
        </div>
      )}
    </div>
  );
}

function Row({ line, link, isChosen }: { line: ReviewLine; link: LinkProps; isChosen: boolean }) {
  return (
    <li>
      <a
        aria-current={isChosen ? 'true' : undefined}
        data-own={line.isOwn ? '' : undefined}
        {...link}
      >
        <span className="review-title">
          <b>{line.title}</b>
          {line.marks}
        </span>
        {line.text === undefined ? null : <span className="review-text">{line.text}</span>}
        <small>
          <span>{line.note}</span>
          <RelativeTime atMs={line.atMs} />
        </small>
      </a>
    </li>
  );
}
