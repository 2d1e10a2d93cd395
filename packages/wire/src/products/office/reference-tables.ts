// Tables that the operator keeps row by row: for each how its rows are named and edited, and
// whether another operator must agree. The one list of them: the tool's commands, the console's
// forms and the server's checks are made from it. Not where they are stored, nor words. Read by all
// three.
import type { Permission } from '../../permissions.ts';
import { bodyBytes, defineRoute } from '../../route.ts';
import { z } from '../../z.ts';

/** A cell is text everywhere: true or false, a whole number, an amount, one of some words. */
export type ReferenceColumn =
  | { readonly kind: 'text' | 'whole' | 'switch' }
  /** `mayBeNone`: "" stands for no amount at all. */
  | { readonly kind: 'amount'; readonly mayBeNone?: boolean }
  | { readonly kind: 'choice'; readonly choices: readonly string[] };

/** One table. */
export interface ReferenceTableForm {
  /** First word of its commands. */
  readonly command: string;
  /** How a row is named, for the usage. */
  readonly key: string;
  readonly help: string;
  readonly canAdd: boolean;
  readonly canRemove: boolean;
  /** Whoever changes it could harm everybody: another operator must agree. */
  readonly needsTwo: boolean;
  readonly columns: Readonly<Record<string, ReferenceColumn>>;
}

const define = <TForm extends ReferenceTableForm>(form: TForm): TForm => form;

/** Every table, in the order of the page. */
export const referenceTables = {
  transferRules: define({
    command: 'transfer-rules',
    key: 'ACCOUNT:COIN[:PAIR]',
    help: 'what an account takes and gives of a coin, and how much of it a person may move a day',
    canAdd: true,
    canRemove: true,
    needsTwo: true,
    columns: {
      canComeIn: { kind: 'switch' },
      canGoOut: { kind: 'switch' },
      dayLimit: { kind: 'amount', mayBeNone: true },
    },
  }),
  currencies: define({
    command: 'currencies',
    key: 'CODE',
    help: 'currencies that totals can be shown in, and what one USDT is worth in them',
    canAdd: true,
    canRemove: false,
    needsTwo: false,
    columns: {
      name: { kind: 'text' },
      symbol: { kind: 'text' },
      rate: { kind: 'amount' },
      isOffered: { kind: 'switch' },
    },
  }),
  languages: define({
    command: 'languages',
    key: 'LOCALE',
    help: 'languages that are offered to choose from, in their order',
    canAdd: false,
    canRemove: false,
    needsTwo: false,
    columns: {
      name: { kind: 'text' },
      place: { kind: 'whole' },
      isOffered: { kind: 'switch' },
    },
  }),
  regions: define({
    command: 'regions',
    key: 'NETWORK',
    help: 'what people may do who come from a network; the narrowest one decides',
    canAdd: true,
    canRemove: true,
    needsTwo: false,
    columns: {
      region: { kind: 'text' },
      mode: { kind: 'choice', choices: ['open', 'view_only', 'closed'] },
      reason: { kind: 'text' },
    },
  }),
  identityLevels: define({
    command: 'identity-levels',
    key: 'LEVEL',
    help: 'what a checked person may withdraw a day, and whether the check can be applied for',
    canAdd: false,
    canRemove: false,
    needsTwo: true,
    columns: {
      dailyWithdrawLimitUsdt: { kind: 'amount' },
      isOpen: { kind: 'switch' },
    },
  }),
  vipLevels: define({
    command: 'vip-levels',
    key: 'LEVEL',
    help: 'what must have been traded in 30 days for each VIP level',
    canAdd: false,
    canRemove: false,
    needsTwo: true,
    columns: { volumeUsdt: { kind: 'amount' } },
  }),
  retention: define({
    command: 'retention',
    key: 'NAME',
    help: 'days that sign-ins, ended sessions, sent mails and closed talks are kept, 0 = for ever',
    canAdd: false,
    canRemove: false,
    needsTwo: true,
    columns: { days: { kind: 'whole' } },
  }),
} as const;

/** Name of a table. */
export type ReferenceTableName = keyof typeof referenceTables;

/** Names of the tables there are, in the order of the page. */
export const referenceTableNames = Object.keys(referenceTables) as [
  ReferenceTableName,
  ...ReferenceTableName[],
];

/** One row. */
export const referenceRow = z.object({ key: z.string(), cells: z.record(z.string(), z.string()) });
export type ReferenceRow = z.infer<typeof referenceRow>;

const table = z.enum(referenceTableNames);
const key = z.string().trim().min(1).max(60);
/** Needed where another must approve. */
const reason = z.string().trim().max(500).default('');
const permission: Permission = 'config.write';
const writing = {
  method: 'POST',
  role: `admin:${permission}`,
  owner: 'none',
  rate: 'write',
} as const;
/** Request that another must approve; 0 = it is done. */
const approvalId = z.number().int();

/** Calls about them. */
export const referenceTableRoutes = {
  listTable: defineRoute({
    method: 'GET',
    role: 'admin:config.read',
    owner: 'none',
    rate: 'read',
    path: '/admin/api/tables',
    summary: 'Rows of a table that operators keep.',
    query: z.object({ table }),
    answer: z.array(referenceRow),
  }),
  setTableRow: defineRoute({
    ...writing,
    path: '/admin/api/tables/set',
    bodyBytesMax: bodyBytes.row,
    summary: 'Change cells of a row, or add it; at once, or when another operator has approved it.',
    body: z.object({
      table,
      key,
      changes: z
        .array(z.object({ name: z.string().max(60), value: z.string().max(300) }))
        .min(1)
        .max(20),
      reason,
    }),
    answer: z.object({ approvalId }),
  }),
  removeTableRow: defineRoute({
    ...writing,
    path: '/admin/api/tables/remove',
    summary: 'Take a row away; at once, or when another operator has approved it.',
    body: z.object({ table, key, reason }),
    answer: z.object({ approvalId }),
  }),
} as const;
