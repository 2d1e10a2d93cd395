// Works of the rule of two: how requests of one kind are checked, carried out and described, and
// what one of them shows an operator. Not the rule itself (approvals.ts).
import {
  type ApprovalKind,
  type ApprovalRow,
  isPermitted,
  type Permission,
  type z,
} from '@isobath/wire';
import type { Actor } from '../audit/index.ts';
import type { OperatorCaller } from '../product/index.ts';

/** A request that two agreed to. */
export interface AgreedRequest {
  readonly approvalId: number;
  /** Who approved it: the acts that carry it out are theirs. */
  readonly actor: Actor;
  /** When it was asked for. */
  readonly madeAtMs: number;
}

/** What a request is about. */
export interface Subject {
  /** Names and values beside those of the payload. */
  readonly facts: Readonly<Record<string, unknown>>;
  /** Operators who may not approve it, beside who asked. */
  readonly barredIds?: readonly number[];
}

/** How requests of one kind are checked and carried out. */
export interface ApprovalWork<TPayload = unknown> {
  /** What both operators must hold. */
  readonly permission: Permission;
  readonly shape: z.ZodType<TPayload>;
  /** Carry it out; asked again with the same number after a fall, it must do nothing twice. */
  readonly execute: (payload: TPayload, request: AgreedRequest) => Promise<Record<string, unknown>>;
  /** Throws for an operator who may not agree to it; the request waits on for another. */
  readonly check?: (payload: TPayload, operator: Actor) => Promise<void>;
  /** What a payload of numbers is about; left out where the payload says it all. */
  readonly describe?: (payload: TPayload) => Promise<Subject>;
}

/** Work of every kind. */
export type ApprovalWorks = { readonly [TKind in ApprovalKind]: ApprovalWork };

/** Tie work to its payload's type. */
export function defineWork<TPayload>(work: ApprovalWork<TPayload>): ApprovalWork {
  return work as unknown as ApprovalWork;
}

/** What a request is about, as it is now; nothing for payloads of older releases. */
export async function readSubject(work: ApprovalWork, payload: string): Promise<Subject> {
  const read = work.shape.safeParse(JSON.parse(payload));
  if (work.describe === undefined || !read.success) return { facts: {} };
  return work.describe(read.data);
}

/** @errors whatever bars an operator from agreeing to a request of this kind. */
export async function checkAgreeing(
  work: ApprovalWork,
  payload: string,
  operator: Actor,
): Promise<void> {
  const read = work.shape.safeParse(JSON.parse(payload));
  if (read.success) await work.check?.(read.data, operator);
}

/** States in which an operator has something to say. */
const WAITING = new Set<ApprovalRow['state']>(['pending', 'executing', 'unknown']);

/** A row with what it is about, for those who may decide it, and with what bars an operator. */
export async function showFor(
  work: ApprovalWork,
  row: ApprovalRow,
  operator: OperatorCaller,
): Promise<ApprovalRow> {
  if (!WAITING.has(row.state)) return row;
  if (!isPermitted(operator.role, work.permission)) return { ...row, obstacle: 'forbidden' };
  const { facts, barredIds = [] } = await readSubject(work, row.payload);
  const isBarred = barredIds.includes(operator.operatorId);
  const obstacle = row.madeBy === operator.operatorId ? 'own' : isBarred ? 'released' : 'none';
  const about = Object.keys(facts).length === 0 ? '' : JSON.stringify(facts);
  return { ...row, about, obstacle };
}
