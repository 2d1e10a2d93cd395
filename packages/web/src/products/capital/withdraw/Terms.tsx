// What a withdrawal costs, what arrives and when, and its bounds; and who receives it where that is
// asked. Below the amount of the form.
import type { WithdrawTerms } from '@isobath/wire';
import { Amount, Receipt, type ReceiptLine, Tag } from '@isobath/ui';
import { useTexts } from '../../../base/texts.tsx';
import { useNetworkWords } from '../words.ts';
import { TravelFields } from './TravelFields.tsx';
import type { WithdrawForm as Form } from './use-form.ts';
import type { WithdrawCheck } from './use-terms.ts';

const UNKNOWN = '–';

/** How long it takes, and why it may take longer. */
function useTimeLines(terms: WithdrawTerms | undefined): ReceiptLine[] {
  const t = useTexts('capital');
  const words = useNetworkWords();
  const label = t('terms.arrival');
  if (terms === undefined) return [{ key: 'arrival', label, after: UNKNOWN }];
  const time = words.showSeconds(terms.etaSeconds);
  const arrival = { key: 'arrival', label, after: t('network.arrival', { time }) };
  const isLow = terms.hotLevel === 'low';
  if (terms.queueAhead === 0 && !isLow) return [arrival];
  const why = isLow ? t('out.low') : t('out.ahead', { count: terms.queueAhead });
  return [arrival, { key: 'queue', label: t('out.queue'), after: <Tag tone="warn">{why}</Tag> }];
}

/** The terms. */
export function Terms(props: { form: Form; check: WithdrawCheck; asset: string }) {
  const t = useTexts('capital');
  const words = useNetworkWords();
  const { form, check, asset } = props;
  const { split, terms } = form;
  const show = (amount: string | undefined) =>
    amount === undefined ? UNKNOWN : <Amount isOwn unit={asset} value={amount} />;
  const bounds =
    terms === undefined ? (
      UNKNOWN
    ) : (
      <>
        {show(terms.min)} – {show(terms.max)}
      </>
    );
  const day = t('out.dayUsed', {
    used: words.showAmount(check.dayUsedUsdt, 'USDT'),
    limit: words.showAmount(check.dayLimitUsdt, 'USDT'),
  });
  return (
    <>
      <Receipt
        label={t('out.costs')}
        lines={[
          { key: 'fee', label: t('out.fee'), after: show(split?.fee ?? terms?.fee) },
          ...useTimeLines(terms),
          { key: 'bounds', label: t('out.bounds'), after: bounds },
          { key: 'day', label: t('out.day'), after: day },
          {
            key: 'receives',
            label: t('out.receives'),
            after: show(split?.receives),
            isTotal: true,
          },
        ]}
      />
      {form.isTravelNeeded ? (
        <TravelFields
          draft={form.travelDraft}
          error={form.refusalOf('travel') ?? ''}
          fromUsdt={check.travelFromUsdt}
          onChange={form.setTravel}
        />
      ) : null}
    </>
  );
}
