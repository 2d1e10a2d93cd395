// The strip above the chart: the market, its price, its day. Shown by the server too.
// Not the picker's list (MarketPicker.tsx). Numbers change at most four times a second.
import { Amount, Money, Percent, Price, readDirection, TriangleAlert } from '@isobath/ui';
import type { TickerRow } from '@isobath/wire';
import type { ReactNode } from 'react';
import { altsArea, etfArea, readDayChange } from '../../../base/market-code.ts';
import { useTexts } from '../../../base/texts.tsx';
import { Term } from '../../../base/trade/Term.tsx';
import { type Market, readWhole, showWhole } from './market.ts';

function StripFact(props: { label: string; children: ReactNode }) {
  return (
    <div className="strip-fact">
      <dt>{props.label}</dt>
      <dd>{props.children}</dd>
    </div>
  );
}

/** How far the price has come in 24 hours, in the quote coin; null where none has traded yet. */
function readDayMove({ priceDecimals }: Market, ticker: TickerRow): string | null {
  if (readDayChange(ticker) === null) return null;
  const ticks = readWhole(ticker.last, priceDecimals) - readWhole(ticker.open, priceDecimals);
  return showWhole(ticks, priceDecimals);
}

/** Draw the strip; the picker's button comes from outside. */
export function MarketStrip(props: {
  market: Market;
  ticker: TickerRow | null;
  /** Decimal text of the last price when it is newer than the ticker's. */
  last: string | null;
  picker: ReactNode;
  /** The feed is silent: the price is from before. */
  isOld?: boolean;
  end?: ReactNode;
}) {
  const { market, ticker } = props;
  const t = useTexts('spot');
  const pair = `${market.base}/${market.quote}`;
  const change = ticker === null ? null : readDayChange(ticker);
  const move = ticker === null ? null : readDayMove(market, ticker);
  const isRisky = market.info.tradeArea === etfArea || market.info.tradeArea === altsArea;
  return (
    <section aria-label={pair} className="strip">
      <h1 className="ui-sr">{t('page.title', { pair })}</h1>
      {props.picker}
      <div className="strip-price" data-old={props.isOld === true ? '' : undefined}>
        <Price
          className="strip-last"
          decimals={market.priceDecimals}
          direction={move === null || props.isOld === true ? undefined : readDirection(move)}
          isFlashing
          value={props.last ?? ticker?.last ?? null}
        />
        <span className="strip-change" title={t('strip.change')}>
          <span className="ui-sr">{t('strip.change')}</span>
          <Amount
            decimals={market.priceDecimals}
            isChange
            isPadded
            standing="market"
            value={move}
          />
          <Percent hasArrow value={change} />
        </span>
        {ticker?.simulated === true ? (
          <Term name={t('strip.simulated')} word="simulatedPast" />
        ) : null}
      </div>
      <dl className="strip-facts">
        <StripFact label={t('strip.high')}>
          <Price decimals={market.priceDecimals} value={ticker?.high ?? null} />
        </StripFact>
        <StripFact label={t('strip.low')}>
          <Price decimals={market.priceDecimals} value={ticker?.low ?? null} />
        </StripFact>
        <StripFact label={t('strip.baseVolume', { asset: market.base })}>
          <Money isCompact value={ticker?.baseVolume ?? null} />
        </StripFact>
        <StripFact label={t('strip.quoteVolume', { asset: market.quote })}>
          <Money isCompact value={ticker?.quoteVolume ?? null} />
        </StripFact>
      </dl>
      {isRisky ? (
        <p className="strip-risk">
          <TriangleAlert aria-hidden="true" />
          {t(market.info.tradeArea === etfArea ? 'risk.etf' : 'risk.alts')}
        </p>
      ) : null}
      <div className="strip-end">{props.end}</div>
    </section>
  );
}
