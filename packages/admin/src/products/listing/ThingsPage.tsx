// Coins, or markets: the list, one of them with all its fields, and the form. What is asked for is
// carried out once a second operator agreed. Listed in index.ts.
import { useRead } from '@isobath/kit';
import { Button, CoinIcon, type Column, DataTable, EmptyState } from '@isobath/ui';
import { type ListedThing, listingRoutes } from '@isobath/wire';
import { goTo } from '../../base/address.ts';
import { client } from '../../base/client.ts';
import { Figure } from '../../base/Figure.tsx';
import { nameField, showField } from '../../base/listed-fields.tsx';
import { LoadedBody, PageHead } from '../../base/PageBody.tsx';
import { usePermission } from '../../base/session.ts';
import { type Translate, useTexts } from '../../base/texts.tsx';
import { MarketState } from './MarketState.tsx';
import { ThingForm } from './ThingForm.tsx';
import { ThingView } from './ThingView.tsx';
import { logoOf, type PageKind, pathOf } from './words.ts';
import './listing.css';

const lookEveryMs = 10_000;

/** The page. @param props - rest: "" the list, "new" the form, else a name. */
export function ThingsPage({ kind, rest }: { kind: PageKind; rest: string }) {
  const loaded = useRead(
    ['listing', kind],
    (signal) => client.call(listingRoutes.listThings, { query: { kind }, signal }),
    { everyMs: rest === '' ? lookEveryMs : 0 },
  );
  const [name = '', part = ''] = rest.split('/');
  return (
    <LoadedBody read={loaded}>
      {(things) => {
        const thing = things.find(({ key }) => key.toLowerCase() === name.toLowerCase()) ?? null;
        if (name === '') return <List kind={kind} things={things} />;
        if (name === 'new') return <ThingForm kind={kind} thing={null} />;
        if (part === 'change' && thing !== null) {
          return <ThingForm key={thing.key} kind={kind} thing={thing} />;
        }
        return <ThingView kind={kind} name={name} onDone={loaded.reload} thing={thing} />;
      }}
    </LoadedBody>
  );
}

function List({ kind, things }: { kind: PageKind; things: readonly ListedThing[] }) {
  const t = useTexts('admin');
  const canWrite = usePermission('listing.write');
  const path = pathOf[kind];
  const add = canWrite ? (
    <Button onClick={() => goTo(`${path}/new`)} variant="primary">
      {t(`listing.add.${kind}`)}
    </Button>
  ) : null;
  return (
    <>
      <PageHead
        text={t(`${path}.text`)}
        title={t(`page.${path}`)}
        tools={things.length === 0 ? null : add}
      />
      <DataTable
        columns={kind === 'coin' ? coinColumns(t) : marketColumns(t)}
        empty={<EmptyState actions={add} text={t('listing.none.text')} title={t('listing.none')} />}
        label={t(`page.${path}`)}
        onRowOpen={({ key }) => goTo(`${path}/${key.toLowerCase()}`)}
        rowKey={({ key }) => key}
        rows={things}
      />
    </>
  );
}

function coinColumns(t: Translate<'admin'>): readonly Column<ListedThing>[] {
  return [
    {
      key: 'coin',
      head: t('listing.field.coin'),
      width: 'minmax(120px, 1fr)',
      card: 'lead',
      cell: (row) => (
        <span className="listing-coin">
          <CoinIcon code={row.key} size={20} src={logoOf(row)} />
          {row.key}
        </span>
      ),
    },
    {
      key: 'name',
      head: t('listing.field.name'),
      width: 'minmax(140px, 2fr)',
      card: 'sub',
      cell: (row) => row.fields['name'] ?? '--',
    },
    {
      key: 'website',
      head: t('listing.field.links.website'),
      width: 'minmax(140px, 2fr)',
      priority: 2,
      cell: (row) => <span className="office-detail">{row.fields['links.website'] || '--'}</span>,
    },
    {
      key: 'decimals',
      head: t('listing.field.decimals'),
      width: '180px',
      align: 'end',
      card: 'foot',
      cell: (row) => (
        <Figure head={t('listing.field.decimals')}>{row.fields['decimals'] ?? '--'}</Figure>
      ),
    },
  ];
}

function marketColumns(t: Translate<'admin'>): readonly Column<ListedThing>[] {
  const field = (name: string, width: string): Column<ListedThing> => ({
    key: name,
    head: nameField(t, name),
    width,
    align: 'end',
    cell: (row) => (
      <Figure head={nameField(t, name)}>{showField(t, name, row.fields[name] ?? '')}</Figure>
    ),
  });
  return [
    {
      key: 'market',
      head: t('kind.market'),
      width: 'minmax(120px, 1.2fr)',
      card: 'lead',
      cell: (row) => row.key.replace('_', '/').toUpperCase(),
    },
    {
      key: 'state',
      head: t('approval.state'),
      width: 'minmax(120px, 1fr)',
      card: 'main',
      cell: (row) => <MarketState state={row.state} />,
    },
    { ...field('tickSize', 'minmax(90px, 1fr)'), card: 'sub' },
    { ...field('lotSize', 'minmax(90px, 1fr)'), card: 'foot' },
    { ...field('minNotional', 'minmax(90px, 1fr)'), priority: 2 },
    { ...field('tradeArea', 'minmax(100px, 1fr)'), align: 'start', priority: 2 },
  ];
}
