// Fees: the level the reader has, maker and taker by level, and what a year costs at each.
// It sets no fee: the engine's schedule is shown.
import { marketRoutes, userRoutes } from '@isobath/wire';
import { Amount, type Column, DataTable, Money, Percent, Slider } from '@isobath/ui';
import { useState } from 'react';
import type { Route } from './+types/FeesPage';
import { pageRequest } from '../../base/page-context.ts';
import { useTexts } from '../../base/texts.tsx';
import { Term } from '../../base/trade/Term.tsx';
import { Exceptions } from './fees/Exceptions.tsx';
import { OwnLevel } from './fees/OwnLevel.tsx';
import { calculateYear, type FeeLevel, findSchedule, showPpm } from './fees/schedule.ts';
import './market.css';

/** Texts of this page. */
export const handle = { texts: ['coins', 'market'] } as const;

/** The schedule, markets that differ from it, and what the reader's own level stands on. */
export async function loader({ context }: Route.LoaderArgs) {
  const { client, isSignedIn } = context.get(pageRequest);
  const [markets, vip, own] = await Promise.all([
    client.call(marketRoutes.markets),
    client.call(userRoutes.vipLevels),
    isSignedIn ? client.call(userRoutes.ownVip) : null,
  ]);
  return { ...findSchedule(markets), vip, own };
}

const steps = [1_000n, 5_000n, 25_000n, 100_000n, 250_000n, 1_000_000n, 10_000_000n] as const;

/** What a number is, where no head of a column says it. */
function CardLabel({ text }: { text: string }) {
  return <span className="fees-card-label">{text} </span>;
}

/** The fee page. */
export default function FeesPage({ loaderData }: Route.ComponentProps) {
  const t = useTexts('coins');
  const { vip, own, standard } = loaderData;
  const ownLevel = own?.vipLevel ?? 0;
  const [place, setPlace] = useState(4);
  const monthly = steps[Math.min(place, steps.length - 1)] ?? steps[0];
  const rows = standard.makerPpm.map((makerPpm, level) => ({
    level,
    makerPpm,
    takerPpm: standard.takerPpm[level] ?? 0,
    // The first level is everybody's: nothing must have been traded for it.
    volumeUsdt: level === 0 ? '0' : vip.levels.find((each) => each.level === level)?.volumeUsdt,
  }));
  const columns: Column<FeeLevel>[] = [
    {
      key: 'level',
      head: t('fees.level'),
      width: 'minmax(90px, 1fr)',
      card: 'lead',
      cell: (row) =>
        own !== null && row.level === ownLevel
          ? t('fees.own', { level: row.level })
          : `VIP ${row.level}`,
    },
    {
      key: 'volume',
      head: t('fees.volume', { days: vip.days }),
      width: 'minmax(130px, 1fr)',
      align: 'end',
      card: 'sub',
      cell: ({ volumeUsdt }) => (
        <>
          <CardLabel text={t('fees.volume', { days: vip.days })} />
          {volumeUsdt === undefined ? '--' : <Amount decimals={2} unit="USDT" value={volumeUsdt} />}
        </>
      ),
    },
    {
      key: 'maker',
      head: t('fees.maker'),
      headNode: <Term name={t('fees.maker')} word="maker" />,
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
      headNode: <Term name={t('fees.taker')} word="taker" />,
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
      width: 'minmax(120px, 1.6fr)',
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
      <p className="market-lead">{t('fees.rule', { days: vip.days })}</p>
      <OwnLevel levels={rows} own={own} />
      <div className="fees-slider">
        <span>{t('fees.monthly')}</span>
        <Amount unit="USDT" value={String(monthly)} />
        <Slider
          label={t('fees.monthly')}
          max={steps.length - 1}
          onChange={setPlace}
          stops={steps.map((_, index) => index)}
          value={place}
          valueText={`${monthly} USDT`}
        />
      </div>
      <div className="fees-levels">
        <DataTable
          columns={columns}
          label={t('fees.title')}
          rowKey={(row) => String(row.level)}
          rowState={(row) => (own !== null && row.level === ownLevel ? 'own' : undefined)}
          rows={rows}
        />
      </div>
      <Exceptions level={ownLevel} markets={loaderData.exceptions} />
      <h2 className="market-subtitle">{t('networks.title')}</h2>
      <p className="market-lead">{t('networks.none')}</p>
    </main>
  );
}
