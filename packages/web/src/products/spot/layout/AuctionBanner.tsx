// What the market is doing when it is not simply trading: auction, halt, wind-down, not yet open.
// Not the button's reason (OrderForm.tsx). Absent while the market trades.
import { Amount, Banner, Countdown, Price } from '@isobath/ui';
import { useTexts } from '../../../base/texts.tsx';
import { useValue } from '../../../base/value.ts';
import { useTrade } from './trade-context.ts';

function AuctionFacts() {
  const { room, market } = useTrade();
  const t = useTexts('spot');
  const auction = useValue(room.auction);
  if (auction === null) return null;
  const isClosing = auction.noCancelAt > Date.now();
  return (
    <dl className="auction">
      <div>
        <dt>{t('auction.opens')}</dt>
        <dd>
          <Countdown toMs={auction.openAt} />
        </dd>
      </div>
      {isClosing ? (
        <div>
          <dt>{t('auction.noCancel')}</dt>
          <dd>
            <Countdown toMs={auction.noCancelAt} />
          </dd>
        </div>
      ) : null}
      <div>
        <dt>{t('auction.price')}</dt>
        <dd>
          <Price
            decimals={market.priceDecimals}
            unit={market.quote}
            value={auction.price === '' ? null : auction.price}
          />
        </dd>
      </div>
      <div>
        <dt>{t('auction.volume')}</dt>
        <dd>
          <Amount standing="market" unit={market.base} value={auction.volume || null} />
        </dd>
      </div>
      <div>
        <dt>{t('auction.surplus')}</dt>
        <dd>
          <Amount isChange standing="market" unit={market.base} value={auction.surplus || null} />
        </dd>
      </div>
    </dl>
  );
}

/** The banner of a market that does not simply trade. */
export function AuctionBanner() {
  const { room } = useTrade();
  const t = useTexts('spot');
  const state = useValue(room.state);
  if (state === 'TRADING') return null;
  const isAuction = state === 'AUCTION' || state === 'AUCTION_NO_CANCEL';
  const word = `market.${state}` as Parameters<typeof t>[0];
  return (
    <Banner isFlush title={t(word)} tone={isAuction ? 'info' : 'warn'}>
      {isAuction ? <AuctionFacts /> : <p>{t(`market.${state}.text` as Parameters<typeof t>[0])}</p>}
    </Banner>
  );
}
