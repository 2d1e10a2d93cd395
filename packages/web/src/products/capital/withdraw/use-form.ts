// The state of the form of withdrawals: what is chosen and typed, what is wrong with it, and what
// will be sent. Not the sending (ReviewSheet.tsx).
import { isAmount, useAmount } from '@isobath/kit';
import type { ApiError } from '@isobath/sdk';
import type { CapitalNetwork, WithdrawTerms } from '@isobath/wire';
import { compareDecimals, parseDecimal } from '@isobath/ui';
import { useState } from 'react';
import type { OwnCoin } from '../coins.ts';
import type { Choice } from '../deposit/use-choice.ts';
import { countScale, readMost, type Split, splitAmount } from './split.ts';
import { noTravel, readTravel } from './TravelFields.tsx';
import { usePrice, type WithdrawCheck } from './use-terms.ts';
import { type Payee, usePayee } from './use-payee.ts';

/** Where a refusal is shown. */
export type FormField = 'address' | 'memo' | 'amount' | 'network' | 'travel';

const fields: Readonly<Record<string, FormField>> = {
  network_suspended: 'network',
  address_invalid: 'address',
  address_other_network: 'address',
  address_own: 'address',
  address_not_listed: 'address',
  address_too_new: 'address',
  address_no_payee: 'address',
  address_refuses: 'address',
  memo_wrong: 'memo',
  amount_not_raw: 'amount',
  withdraw_out_of_range: 'amount',
  withdraw_balance_low: 'amount',
  withdraw_day_limit: 'amount',
  travel_rule_needed: 'travel',
};

/** The field that a refusal is about; undefined when it is about the whole. */
export function findField({ reject }: Pick<ApiError, 'reject'>): FormField | undefined {
  return fields[reject];
}

const NO_TERMS = { fee: '0', feePpm: 0, min: '0', max: '0', precision: 0 } as const;

/** What is asked for, but for its client id. */
export interface WithdrawRequest {
  readonly coinId: number;
  readonly networkId: number;
  readonly address?: string;
  readonly addressId?: number;
  readonly memo: string;
  readonly amount: string;
  readonly isFeeInside: boolean;
  readonly travel?: NonNullable<ReturnType<typeof readTravel>>;
}

function readPayee(payee: Payee) {
  if (!payee.isSaved) return { address: payee.address.trim(), memo: payee.memo.trim() };
  return payee.saved === undefined ? undefined : { addressId: payee.saved.id, memo: '' };
}

/** Whether one amount is below another. */
export function isLess(one: string, two: string): boolean {
  const [first, second] = [parseDecimal(one), parseDecimal(two)];
  return first !== null && second !== null && compareDecimals(first, second) < 0;
}

/** Whether it is asked who receives it, of a value above nothing. */
export const isTravelDue = (value: number, fromUsdt: string): boolean =>
  value > 0 && value >= Number(fromUsdt);

/** The form of one coin. */
export function useForm(props: {
  coin: OwnCoin;
  choice: Choice;
  check: WithdrawCheck;
  terms: readonly WithdrawTerms[];
}) {
  const { coin, choice, check } = props;
  const [isFeeInside, setFeeInside] = useState(true);
  const [travelDraft, setTravel] = useState(noTravel);
  const [refused, setRefused] = useState({ field: '', text: '', request: '' });
  const network: CapitalNetwork | undefined = choice.network;
  const payee = usePayee(choice, check.allowlistOnly);
  const terms = props.terms.find(({ networkId }) => networkId === network?.networkId);
  const scale = countScale(check.withdrawable);
  const by = { terms: terms ?? NO_TERMS, scale, isFeeInside };
  const most = terms === undefined ? check.withdrawable : readMost(check.withdrawable, by);
  const precision = isFeeInside ? scale : (terms?.precision ?? scale);
  const draft = useAmount({ cap: most, precision });
  const split: Split | null = terms === undefined ? null : splitAmount(draft.text, by);
  const value = Number(usePrice(coin)) * Number(split?.taken ?? 0);
  const isTravelNeeded = isTravelDue(value, check.travelFromUsdt) || refused.field === 'travel';
  const travel = isTravelNeeded ? readTravel(travelDraft) : undefined;
  const to = readPayee(payee);
  const request: WithdrawRequest | null =
    network === undefined || to === undefined
      ? null
      : {
          coinId: coin.coinId,
          networkId: network.networkId,
          ...to,
          amount: draft.text,
          isFeeInside,
          ...(travel === undefined ? {} : { travel }),
        };
  const text = JSON.stringify(request);
  return {
    payee,
    network,
    terms,
    draft,
    most,
    split,
    isFeeInside,
    setFeeInside,
    travelDraft,
    setTravel,
    isTravelNeeded,
    isTravelMissing: isTravelNeeded && travel === undefined,
    request,
    isBelowMin: terms !== undefined && isAmount(draft.text) && isLess(draft.text, terms.min),
    /** What the exchange said of a field, as long as nothing was changed since. */
    refusalOf: (field: FormField) =>
      refused.field === field && refused.request === text ? refused.text : undefined,
    refuse: (field: FormField, words: string) => setRefused({ field, text: words, request: text }),
  };
}

/** The form. */
export type WithdrawForm = ReturnType<typeof useForm>;
