// Money that comes in and goes out without a chain, on the wire: a list of credits or debits with a
// document, which two operators agree to. Served by the office; read by its console.
import { decimalText, signedDecimalText, timeMs } from '../../money.ts';
import type { Permission } from '../../permissions.ts';
import { bodyBytes, defineRoute } from '../../route.ts';
import { z } from '../../z.ts';
import { approvalStates } from '../office.ts';

/** Which way: to people, or away from them. */
export const postingDirections = ['credit', 'debit'] as const;
/** On what it rests: a statement of the bank, balances of before, a mistake that is put right. */
export const postingGrounds = ['bank', 'opening', 'correction'] as const;
/** What a document may be; the server looks into it, whatever its name says. */
export const documentTypes = ['application/pdf', 'image/png', 'image/jpeg', 'text/plain'] as const;
/** The same as endings of names, for whoever picks one. */
export const documentEndings = '.pdf,.png,.jpg,.jpeg';
/** Largest document. */
export const documentBytesMax = 512 * 1024;
/** Longest reference in words that stands in place of a file. */
export const referenceLengthMax = 1_000;
/** Most lines of one request. */
export const postingLinesMax = 2_000;

/** What is wrong with a line; "" = nothing. */
export const postingProblems = [
  '',
  'account_unknown',
  'asset_unknown',
  'amount_unfit',
  'balance_too_low',
] as const;
export type PostingProblem = (typeof postingProblems)[number];

const rowNumber = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
const numberText = z.string().max(15).regex(/^\d+$/, 'whole number').transform(Number);

/** A line as it is asked for; `account` is a person's number or mail address. */
export const requestedLine = z.object({
  account: z.string().trim().min(1).max(254),
  asset: z.string().trim().min(1).max(16),
  amount: z.string().trim().min(1).max(60),
});
export type RequestedLine = z.infer<typeof requestedLine>;

const requested = {
  direction: z.enum(postingDirections),
  lines: z.array(requestedLine).min(1).max(postingLinesMax),
};

/** A line as it was understood. */
export const checkedLine = z.object({
  ownerId: z.number().int(),
  email: z.string(),
  asset: z.string(),
  amount: z.string(),
  /** What can be disposed of in the spot account, before and after; "" where it is not known. */
  before: z.union([z.literal(''), decimalText]),
  after: z.union([z.literal(''), signedDecimalText]),
  problem: z.enum(postingProblems),
});
export type CheckedLine = z.infer<typeof checkedLine>;

/** A request in the list. */
export const postingRow = z.object({
  approvalId: z.number().int(),
  direction: z.enum(postingDirections),
  ground: z.enum(postingGrounds),
  linesCount: z.number().int(),
  doneCount: z.number().int(),
  refusedCount: z.number().int(),
  /** Sums by coin, such as "USDT 125". */
  totals: z.string(),
  document: z.string(),
  reason: z.string(),
  maker: z.string(),
  at: timeMs,
  state: z.enum(approvalStates),
});
export type PostingRow = z.infer<typeof postingRow>;

/** A line with what came of it. */
export const postingLine = z.object({
  line: z.number().int(),
  ownerId: z.number().int(),
  email: z.string(),
  asset: z.string(),
  amount: decimalText,
  state: z.enum(['waiting', 'done', 'refused']),
  /** Number of the engine's step; 0 before. */
  seq: z.number().int(),
  /** The engine's word, "" = none. */
  refusal: z.string(),
});
export type PostingLine = z.infer<typeof postingLine>;

function reading<TPermission extends Permission>(permission: TPermission) {
  const role = `admin:${permission}` as const;
  return { role, owner: 'none', rate: 'read' } as const;
}

/** Routes of money without a chain. */
export const moneyRoutes = {
  listPostings: defineRoute({
    ...reading('money.read'),
    method: 'GET',
    path: '/admin/api/money/postings',
    summary: 'Credits and debits without a chain, newest first, 50 a page.',
    query: z.object({
      /** Requests before this number; 0 = from the newest. */
      before: numberText.default(0),
    }),
    answer: z.array(postingRow),
  }),
  viewPosting: defineRoute({
    ...reading('money.read'),
    method: 'GET',
    path: '/admin/api/money/postings/:approvalId',
    summary: 'One of them with its lines; the look is written down.',
    query: z.object({ approvalId: numberText }),
    answer: z.object({ row: postingRow, lines: z.array(postingLine) }),
  }),
  checkPosting: defineRoute({
    ...reading('money.post'),
    method: 'POST',
    path: '/admin/api/money/check',
    bodyBytesMax: bodyBytes.sheet,
    summary: 'What lines would do, each with the balance before and after; nothing is changed.',
    body: z.object(requested),
    answer: z.object({ lines: z.array(checkedLine), problemsCount: z.number().int() }),
  }),
  makePosting: defineRoute({
    ...reading('money.post'),
    rate: 'write',
    method: 'POST',
    path: '/admin/api/money/postings',
    bodyBytesMax: bodyBytes.sheet,
    summary: 'Ask for credits or debits with a document: all lines or none; another must approve.',
    body: z.object({
      ...requested,
      ground: z.enum(postingGrounds),
      /** A file in base64, or a reference in words; one of them. */
      file: z
        .object({ name: z.string().trim().min(1).max(120), data: z.string().max(800_000) })
        .optional(),
      reference: z.string().trim().max(referenceLengthMax).default(''),
      reason: z.string().trim().min(3).max(500),
    }),
    answer: z.object({ approvalId: z.number().int() }),
  }),
  readDocument: defineRoute({
    ...reading('money.read'),
    method: 'POST',
    path: '/admin/api/money/document',
    summary: 'The document of a request, in base64; the look is written down.',
    body: z.object({ approvalId: rowNumber }),
    answer: z.object({ name: z.string(), type: z.enum(documentTypes), data: z.string() }),
  }),
} as const;
