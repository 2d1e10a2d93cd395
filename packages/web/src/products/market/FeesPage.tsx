// Fees: the level the reader has, maker and taker by level, and what a year costs at each.
// It sets no fee: the engine's schedule is shown.
import { marketRoutes } from '@isobath/wire';
import { type Column, DataTable, Money, Percent, Slider } from '@isobath/ui';
import { useState } from 'react';
import type { Route } from './+types/FeesPage';
import { pageRequest } from '../../base/page-context.ts';
import { useSession } from '../../base/session.ts';
import { useTexts } from '../../base/texts.tsx';
import './market.css';

/** Texts of this page. */
export const handle = { texts: ['market'] } as const;

/** Rates of the first market: all markets of a fresh installation share them. */
export async function loader({ context }: Route.LoaderArgs) {
  const { client } = context.get(pageRequest);
  const [first] = await client.call(marketRoutes.markets);
  return { makerPpm: first?.makerPpm ?? [], takerPpm: first?.takerPpm ?? [] };
}

interface Level {
  readonly level: number;
  readonly makerPpm: number;
  readonly takerPpm: number;
}

/** Whole millionths as per cent text: 1000 is "0.1". */
function showPpm(ppm: number): string {
  const sign = ppm < 0 ? '-' : '';
  const digits = String(Math.abs(ppm)).padStart(5, '0');
  return `${sign}${digits.slice(0, -4)}.${digits.slice(-4)}`;
}

/** Cost of a year at a monthly volume, half of it as maker, in whole cents. */
function calculateYear(level: Level, monthlyUsdt: bigint): string {
  const cents = (monthlyUsdt * 12n * 100n * BigInt(level.makerPpm + level.takerPpm)) / 2_000_000n;
  const text = String(cents).padStart(3, '0');
  return `${text.slice(0, -2)}.${text.slice(-2)}`;
}

const steps = [1_000n, 5_000n, 25_000n, 100_000n, 250_000n, 1_000_000n, 10_000_000n] as const;

/** What a number is, where no head of a column says it. */
function CardLabel({ text }: { text: string }) {
  return <span className="fees-card-label">{text} </span>;
}

/** The fee page. */
export default function FeesPage({ loaderData }: Route.ComponentProps) {
  const t = useTexts('market');
  const session = useSession();
  const own = session?.vipLevel ?? 0;
  const [place, setPlace] = useState(4);
  const monthly = steps[Math.min(place, steps.length - 1)] ?? steps[0];
  const rows = loaderData.makerPpm.map((makerPpm, level) => ({
    level,
    makerPpm,
    takerPpm: loaderData.takerPpm[level] ?? 0,
  }));
  const columns: Column<Level>[] = [
    {
      key: 'level',
      head: t('fees.level'),
      width: 'minmax(90px, 1fr)',
      card: 'lead',
      cell: (row) => (row.level === own ? t('fees.own', { level: row.level }) : `VIP ${row.level}`),
    },
    {
      key: 'maker',
      head: t('fees.maker'),
      width: 'minmax(90px, 1fr)',
      align: 'end',
      card: 'main',
      cell: (row) => (
        <>
          <CardLabel text={t('fees.maker')} />
          <Percent decimals={3} isRate value={showPpm(row.makerPpm)} />
        </>
      ),
    },
    {
      key: 'taker',
      head: t('fees.taker'),
      width: 'minmax(90px, 1fr)',
      align: 'end',
      card: 'side',
      cell: (row) => (
        <>
          <CardLabel text={t('fees.taker')} />
          <Percent decimals={3} isRate value={showPpm(row.takerPpm)} />
        </>
      ),
    },
    {
      key: 'year',
      head: t('fees.year'),
      width: 'minmax(120px, 1fr)',
      align: 'end',
      card: 'foot',
      cell: (row) => (
        <>
          <CardLabel text={t('fees.year')} />
          <Money unit="USDT" value={calculateYear(row, monthly)} />
        </>
      ),
    },
  ];
  return (
    <main className="market-page">
      <h1 className="market-title">{t('fees.title')}</h1>
      <p className="market-lead">{t('fees.lead')}</p>
      <div className="fees-slider">
        <span>{t('fees.monthly')}</span>
        <Money unit="USDT" value={String(monthly)} />
        <Slider
          label={t('fees.monthly')}
          max={steps.length - 1}
          onChange={setPlace}
          stops={steps.map((_, index) => index)}
          value={place}
          valueText={`${monthly} USDT`}
        />
      </div>
      <DataTable
        columns={columns}
        label={t('fees.title')}
        rowKey={(row) => String(row.level)}
        rowState={(row) => (session !== null && row.level === own ? 'own' : undefined)}
        rows={rows}
      />
    </main>
  );
}
