// The body of a page: its heading with the way back, and the answer in its states. Pages that load
// nothing use the heading alone.
import { namesNothing, QueryView, type Read } from '@isobath/kit';
import { Button, EmptyState } from '@isobath/ui';
import type { ReactNode } from 'react';
import { goTo, linkTo } from './address.ts';
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

/** What was read, or why it was not. @param props - back: of a page about one thing. */
export function LoadedBody<TData>(props: {
  read: Read<TData>;
  back?: WayBack;
  children: (data: TData) => ReactNode;
}) {
  const { read, back } = props;
  if (back === undefined) return <QueryView {...props} />;
  if (namesNothing(read.failure)) return <NothingHere back={back} />;
  return (
    <>
      {read.failure !== null && read.data === null ? <BackLink {...back} /> : null}
      <QueryView {...props} />
    </>
  );
}
