// Proof of reserves: what people are owed, what chains hold, coin by coin, as of one step of the
// engine; the bundle to check it, earlier ones, and the check of one's own balance. Nothing here is
// calculated but percents. Listed in products.ts.
import { formatDecimal } from '@isobath/core/math';
import {
  Amount,
  Banner,
  Button,
  type Column,
  CopyField,
  DataTable,
  EmptyState,
  formatMoment,
  KeyValue,
  Moment,
  Percent,
  Select,
} from '@isobath/ui';
import { languageTagOf } from '@isobath/texts';
import { solvencyRoutes } from '@isobath/wire';
import { useNavigate } from 'react-router';
import type { Route } from './+types/ReservesPage';
import { pageRequest } from '../../base/page-context.ts';
import { PageTitle } from '../../base/PageTitle.tsx';
import { useLocale, useTexts } from '../../base/texts.tsx';
import { CheckPanel } from './CheckPanel.tsx';
import type { Proof } from './verify.ts';
import './solvency.css';

/** Texts of this page. */
export const handle = { texts: ['solvency', 'kit'] } as const;

/** The proof of `?proof=`, the newest without one, and those there are. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { client } = context.get(pageRequest);
  const asked = new URL(request.url).searchParams.get('proof') ?? '';
  const proofs = await client.call(solvencyRoutes.proofs);
  const isKnown = proofs.some(({ proofId }) => proofId === asked);
  const proof = await client.call(
    solvencyRoutes.proof,
    isKnown ? { query: { proofId: asked } } : {},
  );
  return { proofs, proof };
}

const PPM_DECIMALS = 4;

/** The page. */
export default function ReservesPage({ loaderData: { proofs, proof } }: Route.ComponentProps) {
  const t = useTexts('solvency');
  return (
    <main className="reserves-page">
      <PageTitle about={t('lead')} name={t('title')} />
      <h1 className="reserves-title">{t('title')}</h1>
      <p className="reserves-text">{t('lead')}</p>
      {proof === null ? (
        <EmptyState text={t('empty.text')} title={t('empty.title')} />
      ) : (
        <>
          {proof.mode === 'sandbox' ? <Banner tone="warn">{t('sandbox')}</Banner> : null}
          <ProofHead proof={proof} proofs={proofs} />
          <Coins proof={proof} />
          <CheckPanel key={proof.proofId} proof={proof} />
          <Roots proof={proof} />
          <Limits />
        </>
      )}
    </main>
  );
}

/** Which proof it is, the way to others, and its bundle. */
function ProofHead({
  proof,
  proofs,
}: {
  proof: Proof;
  proofs: readonly { proofId: string; at: number }[];
}) {
  const t = useTexts('solvency');
  const locale = useLocale();
  const navigate = useNavigate();
  const bundle = `${solvencyRoutes.bundle.path}?proofId=${proof.proofId}`;
  const tag = languageTagOf(locale);
  return (
    <section className="reserves-head">
      <Select
        label={t('proof')}
        onChange={(proofId) => void navigate(`/${locale}/proofOfReserves?proof=${proofId}`)}
        options={proofs.map(({ proofId, at }) => ({
          value: proofId,
          label: formatMoment(at, { locale: tag, form: 'full', timeZone: 'UTC' }),
        }))}
        value={proof.proofId}
      />
      <KeyValue
        facts={[
          { key: 'at', label: t('at'), value: <Moment atMs={proof.at} /> },
          { key: 'seq', label: t('seq'), value: proof.seq },
          {
            key: 'bundle',
            label: t('bundleHash'),
            value: <CopyField isHash label={t('bundleHash')} value={proof.bundleHash} />,
          },
        ]}
      />
      <Button
        render={<a download={`reserves-${proof.proofId}.json`} href={bundle} />}
        variant="quiet"
      >
        {t('bundle')}
      </Button>
    </section>
  );
}

type Coin = Proof['coins'][number];

/** Owed, held and covered. */
function Coins({ proof }: { proof: Proof }) {
  const t = useTexts('solvency');
  const amount = (key: 'liabilities' | 'holdings' | 'debts', card: Column<Coin>['card']) =>
    ({
      key,
      head: t(key),
      width: 'minmax(120px, 1.4fr)',
      align: 'end',
      card,
      cell: (coin: Coin) => (
        <span>
          <span className="reserves-card-label">{t(key)} </span>
          <Amount standing="own" unit={coin.asset} value={coin[key]} />
        </span>
      ),
    }) as const;
  const hasDebts = proof.coins.some(({ debts }) => /[1-9]/.test(debts));
  const columns: Column<Coin>[] = [
    {
      key: 'asset',
      head: t('coin'),
      width: 'minmax(80px, 1fr)',
      card: 'lead',
      cell: ({ asset }) => asset,
    },
    amount('liabilities', 'sub'),
    ...(hasDebts ? [amount('debts', 'foot')] : []),
    amount('holdings', 'side'),
    {
      key: 'cover',
      head: t('cover'),
      width: 'minmax(90px, 1fr)',
      align: 'end',
      card: 'main',
      cell: ({ coverPpm }) =>
        coverPpm === '' ? (
          '--'
        ) : (
          <Percent isRate standing="own" value={formatDecimal(BigInt(coverPpm), PPM_DECIMALS)} />
        ),
    },
  ];
  return (
    <section aria-labelledby="reserves-coins" className="reserves-part">
      <h2 id="reserves-coins">{t('coins')}</h2>
      <p className="reserves-text">{t('coinsText')}</p>
      <DataTable
        columns={columns}
        empty={t('noCoins')}
        label={t('coins')}
        rowKey={({ assetId }) => String(assetId)}
        rows={proof.coins}
      />
    </section>
  );
}

/** The roots that a path must end at. */
function Roots({ proof }: { proof: Proof }) {
  const t = useTexts('solvency');
  if (proof.coins.length === 0) return null;
  return (
    <section aria-labelledby="reserves-roots" className="reserves-part">
      <h2 id="reserves-roots">{t('roots')}</h2>
      <p className="reserves-text">{t('rootsText')}</p>
      <KeyValue
        facts={proof.coins.map(({ asset, root }) => ({
          key: asset,
          label: asset,
          value: <CopyField isHash label={asset} value={root} />,
        }))}
      />
    </section>
  );
}

/** What it shows, and what it cannot. */
function Limits() {
  const t = useTexts('solvency');
  return (
    <section aria-labelledby="reserves-limits" className="reserves-part">
      <h2 id="reserves-limits">{t('limits')}</h2>
      <ul className="reserves-limits">
        <li>{t('limit.moment')}</li>
        <li>{t('limit.people')}</li>
        <li>{t('limit.debts')}</li>
        <li>{t('limit.tool')}</li>
      </ul>
    </section>
  );
}
