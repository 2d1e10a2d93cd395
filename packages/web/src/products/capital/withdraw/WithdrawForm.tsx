// The form of withdrawals of one coin: to whom, over which network, how much, what it costs; then
// the question before it is sent (ReviewSheet.tsx). Called by the page.
import { MoneyForm, useMoney } from '@isobath/kit';
import type { WithdrawTerms } from '@isobath/wire';
import { Segmented } from '@isobath/ui';
import { useState } from 'react';
import { ButtonLink } from '../../../base/ButtonLink.tsx';
import { useLocale, useTexts } from '../../../base/texts.tsx';
import type { OwnCoin } from '../coins.ts';
import type { Choice } from '../deposit/use-choice.ts';
import { useNetworkWords } from '../words.ts';
import { NetworkChoice } from './NetworkChoice.tsx';
import { PayeeFields, useAddressFault } from './PayeeFields.tsx';
import { Reasons } from './Reasons.tsx';
import { ReviewSheet } from './ReviewSheet.tsx';
import { Terms } from './Terms.tsx';
import { useForm, type WithdrawForm as Form } from './use-form.ts';
import type { WithdrawCheck } from './use-terms.ts';

interface FormProps {
  readonly coin: OwnCoin;
  readonly choice: Choice;
  readonly check: WithdrawCheck;
  readonly terms: readonly WithdrawTerms[];
  readonly onDone: (withdrawalId: string) => void;
}

/** What keeps the form from being sent, beside its amount; "" when nothing does. */
function useMissing(form: Form): string {
  const t = useTexts('capital');
  const fault = useAddressFault(form.payee);
  const { payee, network } = form;
  if (payee.isSaved ? payee.saved === undefined : payee.address.trim() === '') {
    return t('out.needAddress');
  }
  if (fault !== '') return fault;
  if (network === undefined) return t('out.needNetwork');
  if (payee.judged?.validity?.word === 'memo_wrong') return t('fault.memo_wrong');
  if (payee.isJudging) return t('out.judging');
  return form.isTravelMissing ? t('travel.needed') : '';
}

/** What is wrong with the amount, beside what can be put right by itself. */
function useProblem(form: Form, asset: string): string | undefined {
  const t = useTexts('capital');
  const words = useNetworkWords();
  if (form.isBelowMin && form.terms !== undefined) {
    return t('out.below', { amount: words.showAmount(form.terms.min, asset) });
  }
  const isWhole = form.draft.problem === null && form.terms !== undefined;
  return isWhole && form.split === null ? t('out.feeEats') : undefined;
}

/** The form. */
export function WithdrawForm(props: FormProps) {
  const t = useTexts('capital');
  const shell = useTexts('shell');
  const locale = useLocale();
  const { coin, check } = props;
  const form = useForm(props);
  const money = useMoney();
  const words = useNetworkWords();
  const [isReviewed, setReviewed] = useState(false);
  const [wasTried, setTried] = useState(false);
  const missing = useMissing(form);
  const asset = coin.shortName;
  const { payee, network } = form;
  const isClosed = network !== undefined && !network.withdrawAble;
  return (
    <>
      <Reasons reasons={check.reasons} />
      <MoneyForm
        available={check.withdrawable}
        closed={closedWords(
          wasTried && missing,
          isClosed && words.showClosedOut(network),
          check.reasons.length > 0 && t('out.notAllowed'),
        )}
        draft={form.draft}
        fields={<Fields form={form} {...props} />}
        left={check.withdrawable}
        money={{ ...money, trouble: isReviewed ? null : money.trouble }}
        moved={form.split?.taken}
        onSubmit={() => {
          setTried(true);
          if (missing === '') setReviewed(true);
        }}
        problem={useProblem(form, asset)}
        refusal={form.refusalOf('amount')}
        sides={[{ key: 'spot', label: t('terms.spot'), available: check.withdrawable, sign: -1 }]}
        terms={<Terms asset={asset} check={check} form={form} />}
        unit={asset}
        unknownActions={
          <ButtonLink size="small" to={`/${locale}/assetManagement/financial?type=2`}>
            {shell('link.records')}
          </ButtonLink>
        }
        words={{
          amount: t('records.amount'),
          submit: t('out.review'),
          after: t('out.after'),
          most: (limit) => t('out.most', { limit }),
          capped: (limit) => t('out.capped', { limit }),
          unknown: t('out.unknown'),
        }}
      />
      <ReviewSheet
        coin={coin}
        form={form}
        isOpen={isReviewed}
        money={money}
        onClose={() => setReviewed(false)}
        onDone={(withdrawalId) => {
          setReviewed(false);
          setTried(false);
          form.draft.clear();
          payee.clear();
          props.onDone(withdrawalId);
        }}
      />
    </>
  );
}

const closedWords = (...words: readonly (string | false)[]) =>
  words.find((one) => one !== false && one !== '') || undefined;

/** To whom, over which network, and who bears the fee. */
function Fields(props: FormProps & { form: Form }) {
  const { form, coin, choice } = props;
  const { payee } = form;
  return (
    <>
      <PayeeFields
        isBookOnly={props.check.allowlistOnly}
        network={form.network}
        payee={payee}
        refused={{ address: form.refusalOf('address'), memo: form.refusalOf('memo') }}
      />
      <NetworkChoice
        choice={choice}
        coin={coin}
        networkIds={payee.isSaved ? undefined : payee.judged?.networkIds}
        refused={form.refusalOf('network')}
        terms={props.terms}
      />
      <FeePlace form={form} />
    </>
  );
}

/** Whether the fee is taken out of the amount or comes on top. */
function FeePlace({ form }: { form: Form }) {
  const t = useTexts('capital');
  return (
    <div className="deposit-step">
      <Segmented
        isFull
        label={t('out.feePlace')}
        onChange={(value) => form.setFeeInside(value === 'inside')}
        options={[
          { value: 'inside', label: t('out.inside') },
          { value: 'outside', label: t('out.outside') },
        ]}
        value={form.isFeeInside ? 'inside' : 'outside'}
      />
    </div>
  );
}
