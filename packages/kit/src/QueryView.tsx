// What was read, in each of its states: on its way, nothing there, failed, and old because a later
// read failed. Not the reading itself (query.ts), nor lists of records (records/).
import { Banner, Button, ErrorState, Skeleton, useUi } from '@isobath/ui';
import type { ReactNode } from 'react';
import { codeOf, describeFailure } from './failures.ts';
import type { Read } from './query.ts';
import { useTexts } from './texts.tsx';
import './kit.css';

const lineWidths = [70, 50, 60, 40];

/** Lines in place of what is on its way. */
export function Waiting() {
  return (
    <div aria-busy="true" className="kit-waiting">
      {lineWidths.map((width) => (
        <Skeleton height="1em" key={width} width={width} />
      ))}
    </div>
  );
}

/**
 * Show what was read, or why it is not there.
 *
 * @param props - waiting: in place of the first answer, in its final shape; empty: in place of an
 *   answer that says nothing, as `isEmpty` judges; title: of a failure, else the kit's own words.
 */
export function QueryView<TData>(props: {
  read: Pick<Read<TData>, 'data' | 'failure' | 'isReading' | 'reload'>;
  waiting?: ReactNode;
  isEmpty?: ((data: TData) => boolean) | undefined;
  empty?: ReactNode;
  title?: string | undefined;
  size?: 'small' | undefined;
  children: (data: TData) => ReactNode;
}) {
  const t = useTexts('kit');
  const { words } = useUi();
  const { data, failure, isReading, reload } = props.read;
  const title = props.title ?? t('failed');
  if (data === null) {
    if (failure === null) return props.waiting ?? <Waiting />;
    return (
      <ErrorState
        code={codeOf(failure)}
        isRetrying={isReading}
        onRetry={reload}
        size={props.size}
        text={describeFailure(failure, t)}
        title={title}
      />
    );
  }
  return (
    <>
      {failure === null ? null : (
        <Banner
          actions={
            <Button isPending={isReading} onClick={reload} size="small">
              {words.retry}
            </Button>
          }
          title={title}
          tone="danger"
        >
          {describeFailure(failure, t)}
        </Banner>
      )}
      {props.isEmpty?.(data) === true ? props.empty : props.children(data)}
    </>
  );
}
