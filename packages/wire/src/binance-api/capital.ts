// The dialect's calls about deposits and withdrawals over networks. A network is named by the coin
// that pays for its transactions, as clients do: `ETH`, `BTC`.
// Not here: what else the wallet's part has (account.ts, assets.ts).
import { addressText } from '../products/capital/fields.ts';
import { z } from '../z.ts';
import { defineRoute } from '../route.ts';
import {
  binanceCoin,
  binanceDecimal,
  binanceLimit,
  binanceLong,
  binanceTime,
  signedFields,
} from './values.ts';

const read = {
  method: 'GET',
  role: 'key_read',
  owner: 'caller',
  rate: 'none',
  isBare: true,
} as const;
const whole = z.number().int();
/** Text that a person gave: names of networks, addresses, hashes. */
const words = z.string().max(200);

const coinNetwork = z.object({
  network: z.string(),
  coin: z.string(),
  name: z.string(),
  isDefault: z.boolean(),
  depositEnable: z.boolean(),
  withdrawEnable: z.boolean(),
  depositDesc: z.string(),
  withdrawDesc: z.string(),
  specialTips: z.string(),
  addressRegex: z.string(),
  memoRegex: z.string(),
  withdrawFee: z.string(),
  withdrawMin: z.string(),
  withdrawMax: z.string(),
  withdrawIntegerMultiple: z.string(),
  /** The least that counts as a deposit. */
  depositDust: z.string(),
  minConfirm: whole,
  unLockConfirm: whole,
  sameAddress: z.boolean(),
  /** Minutes. */
  estimatedArrivalTime: whole,
  busy: z.boolean(),
  /** Where addresses are looked up, "" without such a site. */
  contractAddressUrl: z.string(),
  contractAddress: z.string(),
});

const deposit = z.object({
  id: z.string(),
  amount: z.string(),
  coin: z.string(),
  network: z.string(),
  /** 0 waiting, 1 credited, 7 not counted. */
  status: whole,
  address: z.string(),
  addressTag: z.string(),
  txId: z.string(),
  insertTime: whole,
  /** 1 between people of the exchange. */
  transferType: whole,
  confirmTimes: z.string(),
  unlockConfirm: whole,
  walletType: whole,
});

const withdrawal = z.object({
  id: z.string(),
  /** What arrives; the fee was taken beside it. */
  amount: z.string(),
  transactionFee: z.string(),
  coin: z.string(),
  /** 1 cancelled, 2 waits for people or a check, 3 refused, 4 on its way, 5 failed, 6 complete. */
  status: whole,
  address: z.string(),
  addressTag: z.string(),
  txId: z.string(),
  /** `2026-01-31 12:00:00`, in UTC. */
  applyTime: z.string(),
  completeTime: z.string().optional(),
  network: z.string(),
  /** 1 between people of the exchange. */
  transferType: whole,
  withdrawOrderId: z.string(),
  /** Word of why it was refused or failed, "" otherwise. */
  info: z.string(),
  confirmNo: whole,
  walletType: whole,
  txKey: z.string(),
});

/** The caller's own name of a withdrawal. */
const orderId = z.string().regex(/^[A-Za-z0-9_-]{1,32}$/);
/** Numbers of withdrawals. */
const ids = z.string().regex(/^\d{1,15}(,\d{1,15}){0,99}$/);

const filter = {
  coin: binanceCoin.optional(),
  status: binanceLong.optional(),
  startTime: binanceTime.optional(),
  endTime: binanceTime.optional(),
  offset: binanceLong.optional(),
  limit: binanceLimit.optional(),
  ...signedFields,
};

/** Calls of deposits and withdrawals. */
export const apiCapitalRoutes = {
  coins: defineRoute({
    ...read,
    path: '/sapi/v1/capital/config/getall',
    summary: 'Coins with the own balance, and the networks that list each.',
    binance: { weight: 10 },
    query: z.looseObject(signedFields),
    answer: z.array(
      z.object({
        coin: z.string(),
        name: z.string(),
        free: z.string(),
        locked: z.string(),
        freeze: z.string(),
        withdrawing: z.string(),
        ipoing: z.string(),
        ipoable: z.string(),
        storage: z.string(),
        isLegalMoney: z.boolean(),
        trading: z.boolean(),
        depositAllEnable: z.boolean(),
        withdrawAllEnable: z.boolean(),
        networkList: z.array(coinNetwork),
      }),
    ),
  }),
  deposits: defineRoute({
    ...read,
    path: '/sapi/v1/capital/deposit/hisrec',
    summary: 'Deposits over networks, newest first.',
    binance: { weight: 1 },
    query: z.looseObject({ ...filter, txId: words.optional() }),
    answer: z.array(deposit),
  }),
  withdrawals: defineRoute({
    ...read,
    path: '/sapi/v1/capital/withdraw/history',
    summary: 'Withdrawals over networks and to customers, newest first; of 90 days at most.',
    binance: { weight: 1 },
    query: z.looseObject({
      ...filter,
      withdrawOrderId: orderId.optional(),
      idList: ids.optional(),
    }),
    answer: z.array(withdrawal),
  }),
  depositAddress: defineRoute({
    ...read,
    path: '/sapi/v1/capital/deposit/address',
    summary: 'Where to deposit a coin; over the first network that takes it unless one is named.',
    binance: { weight: 10 },
    query: z.looseObject({ coin: binanceCoin, network: words.optional(), ...signedFields }),
    answer: z.object({
      address: z.string(),
      coin: z.string(),
      tag: z.string(),
      url: z.string(),
    }),
  }),
  withdraw: defineRoute({
    method: 'POST',
    role: 'key_withdraw',
    owner: 'caller',
    rate: 'none',
    isBare: true,
    path: '/sapi/v1/capital/withdraw/apply',
    summary: 'Withdraw a coin to a saved address; the fee is part of the amount.',
    binance: { weight: 10 },
    query: z.looseObject({
      coin: binanceCoin,
      address: addressText,
      amount: binanceDecimal,
      network: words.optional(),
      addressTag: z.string().max(128).optional(),
      /** The same one with the same request answers the withdrawal there is. */
      withdrawOrderId: orderId.optional(),
      /** JSON {beneficiary, venue?, purpose}: who receives, needed from 1,000 USDT on. */
      questionnaire: z.string().max(1_000).optional(),
      /** Of paying to a customer: the fee always comes back to who pays. */
      transactionFeeFlag: z.enum(['true', 'false']).optional(),
      /** Remark of a saved address: not changed. */
      name: words.optional(),
      /** Only the spot wallet, 0, is withdrawn from. */
      walletType: z.enum(['0']).optional(),
      ...signedFields,
    }),
    answer: z.object({ id: z.string() }),
  }),
  assetDetail: defineRoute({
    ...read,
    path: '/sapi/v1/asset/assetDetail',
    summary: 'Whether coins are deposited and withdrawn, and for how much.',
    binance: { weight: 1 },
    query: z.looseObject({ asset: binanceCoin.optional(), ...signedFields }),
    answer: z.record(
      z.string(),
      z.object({
        minWithdrawAmount: z.string(),
        depositStatus: z.boolean(),
        withdrawFee: z.number(),
        withdrawStatus: z.boolean(),
      }),
    ),
  }),
} as const;
