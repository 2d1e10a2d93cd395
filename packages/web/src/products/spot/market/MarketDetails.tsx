// What the exchange says about a market, in one list: steps, limits, guards, fees.
// Not its prices (MarketStrip.tsx). A tab beside the chart.
import { Amount, KeyValue, Percent } from '@isobath/ui';
import type { ReactNode } from 'react';
import { useTexts } from '../../../base/texts.tsx';
import { useTrade } from '../layout/trade-context.ts';
import { showWhole } from './market.ts';

const percentOfBps = (bps: number) => <Percent isRate value={showWhole(bps, 2)} />;
const percentOfPpm = (ppm: number) => <Percent isRate value={showWhole(ppm, 4)} />;

function Range(props: { low: ReactNode; high: ReactNode }) {
  return (
    <span>
      {props.low} – {props.high}
    </span>
  );
}

/** The rules of the market that is open. */
export function MarketDetails() {
  const { market, fees } = useTrade();
  const t = useTexts('spot');
  const { info, base, quote } = market;
  const amount = (value: string, unit: string) => <Amount unit={unit} value={value} />;
  const facts = [
    { key: 'tick', value: amount(info.tickSize, quote) },
    { key: 'lot', value: amount(info.lotSize, base) },
    { key: 'least', value: amount(info.minNotional, quote) },
    {
      key: 'size',
      value: <Range high={amount(info.maxQuantity, base)} low={amount(info.minQuantity, base)} />,
    },
    { key: 'marketSize', value: amount(info.maxMarketQuantity, base) },
    {
      key: 'band',
      value: <Range high={percentOfPpm(info.bandHighPpm)} low={percentOfPpm(info.bandLowPpm)} />,
    },
    { key: 'guard', value: percentOfBps(info.marketGuardBps) },
    {
      key: 'trailing',
      value: (
        <Range
          high={percentOfBps(info.trailingDeltaBpsMax)}
          low={percentOfBps(info.trailingDeltaBpsMin)}
        />
      ),
    },
    { key: 'orders', value: `${info.openOrdersMax} / ${info.stopOrdersMax}` },
    { key: 'parts', value: String(info.icebergPartsMax) },
    {
      key: 'fees',
      value: (
        <span>
          {percentOfPpm(fees.makerPpm)} / {percentOfPpm(fees.takerPpm)}
        </span>
      ),
    },
  ] as const;
  return (
    <div className="market-details">
      <KeyValue
        facts={facts.map(({ key, value }) => ({ key, label: t(`details.${key}`), value }))}
      />
    </div>
  );
}
