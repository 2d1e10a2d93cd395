// The orders of a list, one line each, as they will be sent: what stands at once and what waits.
// Not the money of the first one (FormReceipt.tsx). Shown in the question before sending.
import { Amount, Percent, Price } from '@isobath/ui';
import type { PlaceOrderBody } from '@isobath/wire';
import { useTexts } from '../../../../base/texts.tsx';
import { useTrade } from '../../layout/trade-context.ts';
import { showWhole } from '../../market/market.ts';
import { makeIntent } from '../order-terms.ts';

function LegTerms({ leg }: { leg: PlaceOrderBody }) {
  const { market } = useTrade();
  const decimals = market.priceDecimals;
  const sign = (leg.side === 'buy') !== leg.type.startsWith('take') ? '≥' : '≤';
  return (
    <span className="legs-terms">
      <Amount unit={market.base} value={leg.quantity ?? null} />
      {leg.trailingDeltaBps === undefined ? null : (
        <Percent isRate value={showWhole(leg.trailingDeltaBps, 2)} />
      )}
      {leg.stopPrice === undefined ? null : (
        <span>
          {sign} <Price decimals={decimals} value={leg.stopPrice} />
        </span>
      )}
      {leg.price === undefined ? null : (
        <Price decimals={decimals} unit={market.quote} value={leg.price} />
      )}
    </span>
  );
}

/** Lines of the list that the form stands for; nothing for a single order. */
export function LegLines() {
  const { form, market } = useTrade();
  const t = useTexts('spot');
  const intent = makeIntent(form, market);
  if (intent.form !== 'list') return null;
  const when = (index: number) => {
    if (index === 0) return t('legs.now');
    return t(intent.type === 'OCO' ? 'legs.either' : 'legs.after');
  };
  return (
    <ol aria-label={t('legs.label')} className="legs">
      {intent.legs.map((leg, index) => (
        <li key={`${leg.type}/${index}`}>
          <span className="legs-when">{when(index)}</span>
          <span>
            <span data-direction={leg.side === 'buy' ? 'up' : 'down'}>
              {t(leg.side === 'buy' ? 'orders.buy' : 'orders.sell')}
            </span>{' '}
            {t(`kind.${leg.type}`)}
          </span>
          <LegTerms leg={leg} />
        </li>
      ))}
    </ol>
  );
}
