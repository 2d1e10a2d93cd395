// Custody: hot wallets among their levels, what was signed of each coin, the last comparison of
// chain and books with all its terms, transactions under way, gas, the signer. It only shows.
// Listed in index.ts.
import { useRead } from '@isobath/kit';
import {
  Amount,
  type Column,
  CopyField,
  DataTable,
  EmptyState,
  KeyValue,
  Moment,
  Panel,
  StatusDot,
  Tag,
} from '@isobath/ui';
import { custodyDeskRoutes, type DeskWallet, type RouteAnswer } from '@isobath/wire';
import { client } from '../../base/client.ts';
import { Figure } from '../../base/Figure.tsx';
import { LoadedBody, PageHead } from '../../base/PageBody.tsx';
import { type Translate, useTexts } from '../../base/texts.tsx';
import { SendsTable } from './SendsTable.tsx';
import { Exact, sayWord } from './words.tsx';
import './custody.css';

type T = Translate<'custody'>;
type Wallets = RouteAnswer<typeof custodyDeskRoutes.listWallets>;

const lookEveryMs = 10_000;

/** The page. */
export function WalletsPage() {
  const t = useTexts('custody');
  const loaded = useRead(
    ['custody-wallets'],
    (signal) => client.call(custodyDeskRoutes.listWallets, { signal }),
    { everyMs: lookEveryMs },
  );
  const sends = useRead(
    ['custody-sends'],
    (signal) => client.call(custodyDeskRoutes.listSends, { signal }),
    { everyMs: lookEveryMs },
  );
  return (
    <>
      <PageHead text={t('wallets.text')} title={t('page.wallets')} />
      <LoadedBody read={loaded}>
        {({ wallets, gas, signer }) => (
          <div className="office-stack">
            <Signer signer={signer} />
            <Panel isFramed title={t('wallet.hot')}>
              <DataTable
                columns={listColumns(t)}
                empty={<EmptyState size="small" title={t('networks.none')} />}
                label={t('wallet.hot')}
                rowKey={({ networkId, coinId }) => `${networkId} ${coinId}`}
                rows={wallets}
              />
            </Panel>
            <Panel isFramed title={t('sends.title')}>
              <LoadedBody read={sends}>{(rows) => <SendsTable sends={rows} />}</LoadedBody>
            </Panel>
            <Gas gas={gas} />
            <Comparisons wallets={wallets} />
          </div>
        )}
      </LoadedBody>
    </>
  );
}

function Signer({ signer }: { signer: Wallets['signer'] }) {
  const t = useTexts('custody');
  const { toldAt, isFrozen, reasons, policyHash, officersCount } = signer;
  const state = toldAt === 0 ? 'unknown' : isFrozen ? 'frozen' : 'ready';
  const tone = { unknown: 'unknown', frozen: 'bad', ready: 'good' } as const;
  return (
    <Panel isFramed isPadded title={t('signer.title')}>
      <KeyValue
        facts={[
          {
            key: 'state',
            label: t('signer.state'),
            value: <StatusDot tone={tone[state]}>{t(`signer.${state}`)}</StatusDot>,
          },
          ...(isFrozen ? [{ key: 'why', label: t('network.why'), value: reasons.join(', ') }] : []),
          {
            key: 'officers',
            label: t('signer.officers'),
            value: officersCount === 0 ? t('signer.none') : officersCount,
          },
          {
            key: 'policy',
            label: t('signer.policy'),
            value:
              policyHash === '' ? (
                '--'
              ) : (
                <CopyField isHash label={t('signer.policy')} value={policyHash} />
              ),
          },
          {
            key: 'told',
            label: t('signer.told'),
            value: toldAt === 0 ? '--' : <Moment atMs={toldAt} />,
          },
        ]}
        isColumns
      />
    </Panel>
  );
}

const levelTones = { low: 'danger', high: 'warn', good: 'outline' } as const;

function LevelTag({ level }: { level: string }) {
  const t = useTexts('custody');
  const tone = levelTones[level as keyof typeof levelTones] ?? 'plain';
  return <Tag tone={tone}>{t(`level.${(level || 'unset') as 'low'}`)}</Tag>;
}

function listColumns(t: T): readonly Column<DeskWallet>[] {
  const figure = (key: 'low' | 'target' | 'high'): Column<DeskWallet> => ({
    key,
    head: t(`wallet.${key}`),
    width: 'minmax(90px, 1fr)',
    align: 'end',
    priority: 3,
    cell: (row) => (row[key] === '' ? '--' : <Amount value={row[key]} />),
  });
  return [
    {
      key: 'coin',
      head: t('coin'),
      width: 'minmax(110px, 1fr)',
      card: 'lead',
      cell: ({ coin, network }) => (
        <span className="office-two-lines">
          <span>{coin}</span>
          <small>{network}</small>
        </span>
      ),
    },
    {
      key: 'hot',
      head: t('wallet.holds'),
      width: 'minmax(110px, 1fr)',
      align: 'end',
      card: 'main',
      cell: ({ hot }) => <Amount value={hot} />,
    },
    {
      key: 'level',
      head: t('wallet.level'),
      width: 'minmax(90px, 1fr)',
      card: 'side',
      cell: ({ level }) => <LevelTag level={level} />,
    },
    figure('low'),
    figure('target'),
    figure('high'),
    {
      key: 'flight',
      head: t('wallet.inFlight'),
      width: 'minmax(110px, 1fr)',
      align: 'end',
      card: 'sub',
      cell: ({ inFlight, inFlightCount }) => (
        <Figure head={t('wallet.inFlight')}>
          <Amount value={inFlight} /> ({inFlightCount})
        </Figure>
      ),
    },
    {
      key: 'signed',
      head: t('wallet.signed'),
      width: 'minmax(140px, 1fr)',
      align: 'end',
      priority: 2,
      card: 'foot',
      cell: ({ signedHour, signedDay }) => (
        <Figure head={t('wallet.signed')}>
          <Amount value={signedHour} /> / <Amount value={signedDay} />
        </Figure>
      ),
    },
  ];
}

function Gas({ gas }: { gas: Wallets['gas'] }) {
  const t = useTexts('custody');
  if (gas.length === 0) return null;
  return (
    <Panel className="custody-gas" isFramed isPadded title={t('gas.title')}>
      {gas.map((row) => (
        <KeyValue
          facts={[
            { key: 'network', label: t('field.network'), value: row.network },
            {
              key: 'paid',
              label: t('gas.paid'),
              value: <Exact unit={row.coin} value={row.paid} />,
            },
            {
              key: 'booked',
              label: t('gas.booked'),
              value: <Exact unit={row.coin} value={row.booked} />,
            },
            {
              key: 'state',
              label: t('gas.tank'),
              value:
                row.shortSince === 0 ? (
                  <StatusDot tone="good">{t('gas.enough')}</StatusDot>
                ) : (
                  <>
                    <StatusDot tone="bad">{t('gas.short')}</StatusDot>{' '}
                    <Moment atMs={row.shortSince} />
                  </>
                ),
            },
            {
              key: 'refilled',
              label: t('gas.refilled'),
              value: row.refilledAt === 0 ? '--' : <Moment atMs={row.refilledAt} />,
            },
          ]}
          isColumns
          key={row.networkId}
        />
      ))}
    </Panel>
  );
}

/** What the chain holds, and the terms that it is the sum of: one panel a coin and network. */
function Comparisons({ wallets }: { wallets: readonly DeskWallet[] }) {
  const t = useTexts('custody');
  return (
    <div className="custody-comparisons">
      {wallets
        .filter(({ height }) => height > 0)
        .map((row) => (
          <Panel
            isFramed
            isPadded
            key={`${row.networkId} ${row.coinId}`}
            title={`${row.coin} · ${row.network}`}
            tools={
              <span className="office-quiet">{t('compare.block', { height: row.height })}</span>
            }
          >
            <KeyValue
              facts={[
                {
                  key: 'holdings',
                  label: t('term.holdings'),
                  value: <Exact value={row.holdings} />,
                },
                ...row.terms.map(({ word, amount }) => ({
                  key: word,
                  label: sayWord(t, 'term', word),
                  value: <Exact value={amount} />,
                })),
                {
                  key: 'difference',
                  label: <b>{t('difference')}</b>,
                  value: (
                    <b>
                      <Exact value={row.difference} />
                    </b>
                  ),
                },
              ]}
            />
            {row.sendingStop === '' ? null : (
              <Tag tone="danger">{sayWord(t, 'stop', row.sendingStop)}</Tag>
            )}
          </Panel>
        ))}
    </div>
  );
}
