// One coin or market with all its fields, and what can be asked for. Shown by ThingsPage.tsx.
import { Banner, Button, EmptyState, KeyValue, Panel, Tag } from '@isobath/ui';
import { type ListedThing, listingRoutes } from '@isobath/wire';
import { useState } from 'react';
import { goTo, linkTo } from '../../base/address.ts';
import { client } from '../../base/client.ts';
import { PageHead } from '../../base/PageBody.tsx';
import { ReasonDialog } from '../../base/ReasonDialog.tsx';
import { usePermission } from '../../base/session.ts';
import { useTexts } from '../../base/texts.tsx';
import { useAct } from '../../base/use-act.ts';
import { fieldGroups, nameField, nameState, type PageKind, pathOf, showField } from './words.ts';

/** The page of one. */
export function ThingView(props: {
  kind: PageKind;
  name: string;
  thing: ListedThing | null;
  onDone: () => void;
}) {
  const t = useTexts('admin');
  const { kind, thing } = props;
  const path = pathOf[kind];
  const back = (
    <a className="ui-link office-back" {...linkTo(path)}>
      {t(`page.${path}`)}
    </a>
  );
  if (thing === null) {
    return (
      <>
        {back}
        <EmptyState title={t('noPage')} />
      </>
    );
  }
  const { key, fields, state } = thing;
  const factsOf = (names: readonly string[]) =>
    names
      .filter((name) => (fields[name] ?? '') !== '' && name !== 'logo')
      .map((name) => ({
        key: name,
        label: nameField(t, name),
        value: <span className="office-fact">{showField(t, name, fields[name] ?? '')}</span>,
      }));
  const { main, more } = fieldGroups[kind];
  const others = factsOf(more);
  return (
    <>
      {back}
      <div className="office-stack">
        <PageHead
          title={kind === 'coin' ? key : key.replace('_', '/').toUpperCase()}
          tools={<Tools {...props} thing={thing} />}
        />
        {thing.isDone ? null : <Banner title={t('listing.unfinished')} tone="warn" />}
        <Panel
          isFramed
          isPadded
          title={fields['name'] ?? t('kind.market')}
          tools={state === '' ? null : <Tag tone="outline">{nameState(t, state)}</Tag>}
        >
          <KeyValue facts={factsOf(main)} isColumns />
        </Panel>
        {others.length === 0 ? null : (
          <Panel
            isFramed
            isPadded
            title={t(kind === 'coin' ? 'listing.field.texts' : 'listing.more')}
          >
            <KeyValue facts={others} isColumns={kind === 'market'} />
          </Panel>
        )}
      </div>
    </>
  );
}

function Tools({
  kind,
  thing,
  onDone,
}: {
  kind: PageKind;
  thing: ListedThing;
  onDone: () => void;
}) {
  const t = useTexts('admin');
  const canWrite = usePermission('listing.write');
  const [isAsked, setAsked] = useState(false);
  const { act, isPending } = useAct();
  if (!canWrite) return null;
  const delist = async (reason: string) => {
    const body = { market: thing.key, reason };
    const isDone = await act(
      () => client.call(listingRoutes.delistMarket, { body }),
      t('approval.made'),
    );
    if (!isDone) return;
    setAsked(false);
    onDone();
  };
  const canDelist = kind === 'market' && !(thing.state === 'DELISTED' && thing.isDone);
  return (
    <>
      <Button onClick={() => goTo(`${pathOf[kind]}/${thing.key.toLowerCase()}/change`)}>
        {t('tables.edit')}
      </Button>
      {canDelist ? (
        <Button onClick={() => setAsked(true)} variant="danger">
          {t('listing.delist')}
        </Button>
      ) : null}
      <ReasonDialog
        confirmLabel={t('approval.ask')}
        isDanger
        isOpen={isAsked}
        isPending={isPending}
        onClose={() => setAsked(false)}
        onConfirm={(reason) => void delist(reason)}
        text={t('listing.delist.text')}
        title={t('kind.listing.delist')}
      />
    </>
  );
}
