// What the back office reads of custody: one deposit or withdrawal whole, wallets with their levels
// and the comparison of chain and books, transactions under way, the signer, alarms, locks. Nothing
// here changes anything. Read by server and console.
import { decimalText, signedDecimalText, timeMs } from '../../money.ts';
import { defineRoute } from '../../route.ts';
import { z } from '../../z.ts';
import { deskDeposit } from './desk.ts';
import { deskWithdrawal } from './withdraw-desk.ts';

const numberText = z.string().max(15).regex(/^\d+$/, 'whole number').transform(Number);

const reading = {
  method: 'GET',
  role: 'admin:custody.read',
  owner: 'none',
  rate: 'read',
} as const;

/** A question to a provider: about a deposit, about an address, or a message to its exchange. */
export const deskMoneyCheck = z.object({
  kind: z.enum(['receipt', 'address', 'travel']),
  /** `new`: nobody has it yet; `asked`; then what was found. */
  state: z.enum(['new', 'asked', 'passed', 'held', 'refused']),
  /** Who was asked, "" = nobody yet. */
  provider: z.string(),
  madeAt: timeMs,
  /** 0 = there is no answer. */
  foundAt: timeMs,
});
export type DeskMoneyCheck = z.infer<typeof deskMoneyCheck>;

/** A deposit with all that is known of it. */
export const deskDepositWhole = deskDeposit.extend({
  /** `chain`, `surplus`: more than its logs say, `inside`: from another customer. */
  kind: z.string(),
  place: z.string(),
  contract: z.string(),
  fromAddress: z.string(),
  /** "" and 0 while no block has it. */
  blockHash: z.string(),
  height: z.number().int(),
  headHeight: z.number().int(),
  needed: z.number().int(),
  /** What the log of its token says, where less came or nobody knows how much; "" = the same. */
  said: z.string(),
  /** What counts or will count of it; "" = not known yet. */
  credited: z.string(),
  /** `pass`, `hold`, `refuse`; "" = not asked. */
  screening: z.string(),
  screenedAt: timeMs,
  creditedAt: timeMs,
  /** Where its money is: `suspense`, `owner`, `outgoing`; "" = not in the books yet. */
  heldIn: z.string(),
  /** From when on it can be written off, 0 = never as it stands. */
  lossAt: timeMs,
  /** The request about it that waits for another operator, 0 = there is none. */
  approvalId: z.number().int(),
  /** What providers were asked about it. */
  checks: z.array(deskMoneyCheck),
});
export type DeskDepositWhole = z.infer<typeof deskDepositWhole>;

/** A transaction of ours; a bump is a further member of its family. */
export const deskSend = z.object({
  sendId: z.number().int(),
  networkId: z.number().int(),
  network: z.string(),
  kind: z.string(),
  family: z.string(),
  /** 0 = the first, each bump one more. */
  member: z.number().int(),
  state: z.string(),
  txHash: z.string(),
  /** -1 = its chain has none. */
  nonce: z.number().int(),
  /** What it offers, in the network's own coin. */
  fee: decimalText,
  feeCoin: z.string(),
  /** 0 = in no block. */
  height: z.number().int(),
  madeAt: timeMs,
  sentAt: timeMs,
  withdrawalIds: z.array(z.number().int()),
});
export type DeskSend = z.infer<typeof deskSend>;

/** A withdrawal with its way, its transactions and what is known of its owner. */
export const deskWithdrawalWhole = deskWithdrawal.extend({
  steps: z.array(z.object({ word: z.string(), at: timeMs })),
  sends: z.array(deskSend),
  /** Who let it pass review, "" = nobody did. */
  releasedBy: z.string(),
  /** Whether somebody declared who receives it: `none`, `own` (a wallet of theirs) or `venue`. */
  declared: z.enum(['none', 'own', 'venue']),
  /** The transaction that was named for it: `asked`, `taken`, `refused` and why; null = none. */
  named: z.object({ txHash: z.string(), state: z.string(), outcome: z.string() }).nullable(),
  /** The signer is not asked again before, 0 = at once. */
  notBefore: timeMs,
  owner: z.object({
    joinedAt: timeMs,
    /** Withdrawals that are complete: how many, and to this address. */
    completeCount: z.number().int(),
    toAddressCount: z.number().int(),
    /** Different addresses of the last day, this one too. */
    dayAddressesCount: z.number().int(),
    /** What was asked for in the last 30 days, in USDT; refused and cancelled ones apart. */
    monthValue: decimalText,
    depositsCount: z.number().int(),
  }),
  /** The request about it that waits for another operator, 0 = there is none. */
  approvalId: z.number().int(),
  /** What providers were asked about it. */
  checks: z.array(deskMoneyCheck),
});
export type DeskWithdrawalWhole = z.infer<typeof deskWithdrawalWhole>;

/** Terms of the comparison of chain and books, in the order in which they are read. */
export const comparedTerms = [
  'books',
  'residues',
  'unbooked',
  'seen',
  'vanished',
  'sent',
  'cold',
  'gas',
] as const;
export type ComparedTerm = (typeof comparedTerms)[number];

/** A coin on a network: the hot wallet among its levels, and the last comparison. */
export const deskWallet = z.object({
  networkId: z.number().int(),
  network: z.string(),
  coinId: z.number().int(),
  coin: z.string(),
  /** The block of the comparison; 0 = none yet. */
  height: z.number().int(),
  comparedAt: timeMs,
  hot: decimalText,
  /** "" = not set: a part of what the exchange owes. */
  low: z.string(),
  target: z.string(),
  high: z.string(),
  /** `low`, `good`, `high`; "" = not known. */
  level: z.string(),
  /** Of withdrawals from queued to mined. */
  inFlight: decimalText,
  inFlightCount: z.number().int(),
  /** All that is held on the chain, and what it is made of, in the order of the comparison. */
  holdings: decimalText,
  terms: z.array(z.object({ word: z.string(), amount: signedDecimalText })),
  difference: signedDecimalText,
  sendingStop: z.string(),
  /** What the signer has signed of it in withdrawals, in the last hour and day. */
  signedHour: decimalText,
  signedDay: decimalText,
});
export type DeskWallet = z.infer<typeof deskWallet>;

/** What transactions of a network cost. */
export const deskGas = z.object({
  networkId: z.number().int(),
  network: z.string(),
  coin: z.string(),
  paid: decimalText,
  booked: decimalText,
  /** Neither the gas account nor the treasury could pay: nothing is signed since; 0 = they can. */
  shortSince: timeMs,
  refilledAt: timeMs,
});

/** The signer, as custody was last told. */
export const deskSigner = z.object({
  /** 0 = custody has not asked yet. */
  toldAt: timeMs,
  isFrozen: z.boolean(),
  reasons: z.array(z.string()),
  policyHash: z.string(),
  officersCount: z.number().int(),
});

/** What of money over chains wants people, by its word; a page of the console shows each. */
export const deskAlarmKinds = [
  'network_halted',
  'sending_stop',
  'difference',
  'signer_frozen',
  'gas_short',
  'withdrawals_stuck',
  'deposits_vanished',
  'deposits_held',
  'withdrawals_review',
  'withdrawals_approval',
  'claims_waiting',
  'checks_late',
] as const;
export type DeskAlarmKind = (typeof deskAlarmKinds)[number];

/** Routes of custody in the back office. */
export const custodyDeskRoutes = {
  viewDeposit: defineRoute({
    ...reading,
    path: '/admin/api/custody/deposits/:depositId',
    summary: 'One deposit whole.',
    query: z.object({ depositId: numberText }),
    answer: deskDepositWhole,
  }),
  viewWithdrawal: defineRoute({
    ...reading,
    path: '/admin/api/custody/withdrawals/:withdrawalId',
    summary: 'One withdrawal whole: its steps, transactions, and what is known of its owner.',
    query: z.object({ withdrawalId: numberText }),
    answer: deskWithdrawalWhole,
  }),
  listSends: defineRoute({
    ...reading,
    path: '/admin/api/custody/sends',
    summary: 'Transactions of ours that are not final, oldest first; 200.',
    answer: z.array(deskSend),
  }),
  listWallets: defineRoute({
    ...reading,
    path: '/admin/api/custody/wallets',
    summary: 'Hot wallets with their levels, the last comparison of chain and books, gas, signer.',
    answer: z.object({
      wallets: z.array(deskWallet),
      gas: z.array(deskGas),
      signer: deskSigner,
    }),
  }),
  custodyAlarms: defineRoute({
    ...reading,
    path: '/admin/api/custody/alarms',
    summary: 'What of money over chains wants people: how many of each kind, those that are.',
    answer: z.array(z.object({ kind: z.enum(deskAlarmKinds), count: z.number().int() })),
  }),
  readLocks: defineRoute({
    ...reading,
    path: '/admin/api/custody/locks',
    summary: 'What keeps a person from withdrawing for a time.',
    query: z.object({ ownerId: numberText }),
    answer: z.object({
      /** After a change of what protects the account; 0 = nothing of it is open. */
      securityUntil: timeMs,
      locks: z.array(
        z.object({
          lockId: z.number().int(),
          source: z.string(),
          value: decimalText,
          until: timeMs,
        }),
      ),
    }),
  }),
} as const;
