// The one queue for things that somebody must judge: those that wait on the left, oldest first, or
// those that are over; the chosen one on the right. What stands in it, its page says. A narrow
// screen shows one after the other. Not reading, claiming or deciding: those are the page's calls.
import { EmptyState, RelativeTime, Segmented, Tag, type Tone } from '@isobath/ui';
import type { ComponentProps, ReactNode } from 'react';
import { QueryView } from '../QueryView.tsx';
import type { Read } from '../query.ts';
import { useTexts } from '../texts.tsx';
import './review.css';

/** One thing that waits. */
export interface ReviewItem {
  readonly key: string;
  readonly title: string;
  readonly text?: string;
  /** Where it stands, in a word. */
  readonly state: string;
  readonly tone: Tone;
  /** Since when it is there. */
  readonly sinceMs: number;
  /** Who has taken it; "" = nobody. */
  readonly claimer: string;
  readonly isMine: boolean;
  /** Attributes of the link to it. */
  readonly link: Pick<ComponentProps<'a'>, 'href' | 'onClick'>;
}

/** What is listed. */
export type ReviewList = 'open' | 'decided';

/** The queue beside what was chosen from it. */
export function ReviewQueue(props: {
  label: string;
  list: ReviewList;
  onList: (list: ReviewList) => void;
  read: Pick<Read<readonly ReviewItem[]>, 'data' | 'failure' | 'isReading' | 'reload'>;
  /** Key of the chosen one; "" = none. */
  chosen: string;
  children: ReactNode;
}) {
  const t = useTexts('kit');
  const { chosen, list } = props;
  return (
    <div className="kit-review" data-chosen={chosen === '' ? undefined : ''}>
      <div className="kit-review-side">
        <Segmented<ReviewList>
          label={props.label}
          onChange={props.onList}
          options={[
            { value: 'open', label: t('review.open') },
            { value: 'decided', label: t('review.decided') },
          ]}
          value={list}
        />
        <QueryView
          empty={<EmptyState size="small" title={t(`review.none.${list}`)} />}
          isEmpty={(items) => items.length === 0}
          read={props.read}
        >
          {(items) => (
            <ul aria-label={props.label} className="kit-review-list">
              {items.map((item) => (
                <ReviewLine isChosen={item.key === chosen} item={item} key={item.key} />
              ))}
            </ul>
          )}
        </QueryView>
      </div>
      {chosen === '' ? (
        <EmptyState title={t('review.choose')} />
      ) : (
        <div className="kit-review-main">{props.children}</div>
      )}
    </div>
  );
}

function ReviewLine({ item, isChosen }: { item: ReviewItem; isChosen: boolean }) {
  const t = useTexts('kit');
  const whose = item.isMine ? t('review.mine') : item.claimer || t('review.free');
  return (
    <li>
      <a
        {...item.link}
        aria-current={isChosen ? 'true' : undefined}
        data-own={item.isMine ? '' : undefined}
      >
        <span className="kit-review-line">
          <b>{item.title}</b>
          <Tag tone={item.tone}>{item.state}</Tag>
        </span>
        {item.text === undefined ? null : <span>{item.text}</span>}
        <small className="kit-review-line">
          <RelativeTime atMs={item.sinceMs} />
          <span>{whose}</span>
        </small>
      </a>
    </li>
  );
}
