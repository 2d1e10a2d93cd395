// One coin or market with all its fields, and what can be asked for. Shown by ThingsPage.tsx.
import { Amount, Banner, Button, CoinIcon, KeyValue, Panel } from '@isobath/ui';
import { type ListedThing, listingRoutes } from '@isobath/wire';
import { useState } from 'react';
import { goTo } from '../../base/address.ts';
import { client } from '../../base/client.ts';
import { FieldChange, hasLevels, nameField, showField } from '../../base/listed-fields.tsx';
import { NothingHere, PageHead } from '../../base/PageBody.tsx';
import { ReasonDialog } from '../../base/ReasonDialog.tsx';
import { usePermission } from '../../base/session.ts';
import { useTexts } from '../../base/texts.tsx';
import { useAction } from '../../base/use-action.ts';
import { MarketState } from './MarketState.tsx';
import { fieldGroups, logoOf, type PageKind, pathOf } from './words.ts';

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
  const back = { path, label: t(`page.${path}`) };
  if (thing === null) return <NothingHere back={back} />;
  const { key, fields, state } = thing;
  const factsOf = (names: readonly string[]) =>
    names
      .filter((name) => (fields[name] ?? '') !== '' && name !== 'logo')
      .map((name) => ({
        key: name,
        label: nameField(t, name),
        value: <FieldValue name={name} value={fields[name] ?? ''} />,
      }));
  const { main: all, more } = fieldGroups[kind];
  const fees = all.filter(hasLevels);
  // A coin is named in the head of its panel.
  const main = all.filter((name) => name !== 'name' && !fees.includes(name));
  const others = factsOf(more);
  return (
    <>
      <PageHead
        back={back}
        title={kind === 'coin' ? key : key.replace('_', '/').toUpperCase()}
        tools={<Tools {...props} thing={thing} />}
      />
      <div className="office-stack">
        {thing.isDone ? null : <Banner title={t('listing.unfinished')} tone="warn" />}
        <Panel
          isFramed
          isPadded
          title={<ThingName kind={kind} thing={thing} />}
          tools={state === '' ? null : <MarketState state={state} />}
        >
          <KeyValue facts={factsOf(main)} isColumns />
        </Panel>
        {fees.length === 0 ? null : (
          <Panel isFramed isPadded title={t('kind.fees')}>
            <KeyValue facts={factsOf(fees)} />
          </Panel>
        )}
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

/** A number is grouped as everywhere; what is a choice or a text stands in words. */
function FieldValue({ name, value }: { name: string; value: string }) {
  const t = useTexts('admin');
  if (hasLevels(name)) return <FieldChange after={value} before="" field={name} t={t} />;
  const shown = showField(t, name, value);
  const isNumber = shown === value && /^\d+(\.\d+)?$/.test(value);
  return <span className="office-fact">{isNumber ? <Amount value={value} /> : shown}</span>;
}

/** The whole name of a coin with its picture; a market has none. */
function ThingName({ kind, thing }: { kind: PageKind; thing: ListedThing }) {
  const t = useTexts('admin');
  if (kind === 'market') return t('kind.market');
  return (
    <span className="listing-coin">
      <CoinIcon code={thing.key} size={20} src={logoOf(thing)} />
      {thing.fields['name'] ?? thing.key}
    </span>
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
  const [isRequested, setRequested] = useState(false);
  const { act, isPending } = useAction();
  if (!canWrite) return null;
  const delist = async (reason: string) => {
    const body = { market: thing.key, reason };
    const isDone = await act(
      () => client.call(listingRoutes.delistMarket, { body }),
      t('approval.made'),
    );
    if (!isDone) return;
    setRequested(false);
    onDone();
  };
  const canDelist = kind === 'market' && !(thing.state === 'DELISTED' && thing.isDone);
  return (
    <>
      <Button onClick={() => goTo(`${pathOf[kind]}/${thing.key.toLowerCase()}/change`)}>
        {t('tables.edit')}
      </Button>
      {canDelist ? (
        <Button onClick={() => setRequested(true)} variant="danger">
          {t('listing.delist')}
        </Button>
      ) : null}
      <ReasonDialog
        confirmLabel={t('approval.ask')}
        isDanger
        isOpen={isRequested}
        isPending={isPending}
        onClose={() => setRequested(false)}
        onConfirm={(reason) => void delist(reason)}
        text={t('listing.delist.text')}
        title={t('kind.listing.delist')}
      />
    </>
  );
}
