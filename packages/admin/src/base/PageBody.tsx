// The body of a page: its heading, and the answer in its states. Pages that load nothing use the
// heading alone.
import { Banner, Button, ErrorState, Skeleton, useUi } from '@isobath/ui';
import type { ReactNode } from 'react';
import type { Loaded } from './use-load.ts';
import { useTexts } from './texts.tsx';

/** Heading of a page with its tools. */
export function PageHead(props: { title: string; text?: string; tools?: ReactNode }) {
  return (
    <div className="office-head">
      <div className="office-head-words">
        <h1>{props.title}</h1>
        {props.text ? <p>{props.text}</p> : null}
      </div>
      {props.tools ? <div className="office-head-tools">{props.tools}</div> : null}
    </div>
  );
}

/** What was loaded, or why it was not. */
export function LoadedBody<TData>(props: {
  loaded: Loaded<TData>;
  children: (data: TData) => ReactNode;
}) {
  const t = useTexts('admin');
  const { words } = useUi();
  const { data, error, isLoading, reload } = props.loaded;
  if (error !== null && data === null) {
    return <ErrorState isRetrying={isLoading} onRetry={reload} text={error} title={t('failed')} />;
  }
  if (data === null) {
    return (
      <div aria-busy="true" className="office-waiting">
        {[70, 50, 60, 40].map((width) => (
          <Skeleton height="1em" key={width} width={width} />
        ))}
      </div>
    );
  }
  return (
    <>
      {error === null ? null : (
        <Banner
          actions={
            <Button isPending={isLoading} onClick={reload} size="small">
              {words.retry}
            </Button>
          }
          title={t('failed')}
          tone="danger"
        >
          {error}
        </Banner>
      )}
      {props.children(data)}
    </>
  );
}
