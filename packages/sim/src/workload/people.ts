// What people and accounts of a run are made of. Called by setup.ts, contract-people.ts and whoever
// draws commands.
import type { AccountId, Command, CommandEnvelope, OwnerId } from '@isobath/core';
import { CommandKind, unkeyed } from '@isobath/core/command';
import { AccountClass, type AccountType, Source } from '@isobath/core/words';

/** Core time at which every run begins; a second before midnight (UTC). */
export const startMs = 1_767_225_599_000;

/** The number of user `index`. */
export function ownerOf(index: number): OwnerId {
  return (1_000_001 + index) as OwnerId;
}

/** An envelope without key and deadline. */
export function envelope(actorId: OwnerId, source: Source, atMs: number): CommandEnvelope {
  return { actorId, sessionId: 7, source, issuedAtMs: atMs, ...unkeyed };
}

const operator = envelope(2 as OwnerId, Source.operator, startMs);

/** Open an account of the house or of a person. */
export function open(
  ownerId: OwnerId,
  it: { type: number; scope: number; isMock: boolean },
): Command {
  const { scope, isMock } = it;
  const isOutside = it.type >= 300;
  return {
    kind: CommandKind.openAccount,
    ...operator,
    ownerId,
    accountType: it.type as AccountType,
    scope,
    isMock,
    accountClass: isOutside ? AccountClass.contra : AccountClass.wallet,
  };
}

/** One account that a run's users trade with. */
export interface Seat {
  readonly accountId: AccountId;
  readonly ownerId: OwnerId;
  readonly isMock: boolean;
}
