// The body of a page: its heading with the way back, and the answer in its states. Pages that load
// nothing use the heading alone.
import { Banner, Button, EmptyState, ErrorState, Skeleton, useUi } from '@isobath/ui';
import type { ReactNode } from 'react';
import { goTo, linkTo } from './address.ts';
import type { Loaded } from './use-load.ts';
import { useTexts } from './texts.tsx';

/** The page above another one. */
interface WayBack {
  readonly path: string;
  readonly label: string;
}

function BackLink({ path, label }: WayBack) {
  return (
    <a className="ui-link office-back" {...linkTo(path)}>
      {label}
    </a>
  );
}

/** Heading of a page with its tools; above it the way to the page it belongs to. */
export function PageHead(props: {
  title: string;
  text?: string;
  tools?: ReactNode;
  back?: WayBack;
}) {
  return (
    <>
      {props.back === undefined ? null : <BackLink {...props.back} />}
      <div className="office-head">
        <div className="office-head-words">
          <h1>{props.title}</h1>
          {props.text ? <p>{props.text}</p> : null}
        </div>
        {props.tools ? <div className="office-head-tools">{props.tools}</div> : null}
      </div>
    </>
  );
}

/** In place of a page whose address names what there is not. */
export function NothingHere({ back }: { back: WayBack }) {
  const t = useTexts('admin');
  return (
    <>
      <PageHead title={back.label} />
      <EmptyState
        actions={<Button onClick={() => goTo(back.path)}>{back.label}</Button>}
        text={t('noPage.text')}
        title={t('noPage')}
      />
    </>
  );
}

/** What was loaded, or why it was not. @param props - back: of a page about one thing. */
export function LoadedBody<TData>(props: {
  loaded: Loaded<TData>;
  back?: WayBack;
  children: (data: TData) => ReactNode;
}) {
  const t = useTexts('admin');
  const { words } = useUi();
  const { data, error, isLoading, isMissing, reload } = props.loaded;
  if (isMissing && props.back !== undefined) return <NothingHere back={props.back} />;
  if (error !== null && data === null) {
    return (
      <>
        {props.back === undefined ? null : <BackLink {...props.back} />}
        <ErrorState isRetrying={isLoading} onRetry={reload} text={error} title={t('failed')} />
      </>
    );
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
