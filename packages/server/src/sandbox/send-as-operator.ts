// Commands of a seed that may run again: what exists is left alone. Used by the seeds.
import { type OwnerId, readRejectWord, Source } from '@isobath/core';
import { type CommandBody, type CommandClient, refuseWithCode } from '../base/commands/index.ts';
import { OperatorAccountOwner } from './operator-account.ts';

/** Sends a command. @returns whether what it makes is new. */
export type SendAsOperator = (body: CommandBody) => Promise<boolean>;

/** Make it. @errors CallRefusal for every refusal but those of what is there already. */
export function createSendAsOperator(commandClient: CommandClient): SendAsOperator {
  return async (body) => {
    const outcome = await commandClient.try(body, {
      caller: { ownerId: OperatorAccountOwner.operatorAccount as OwnerId, sessionId: 0 },
      idempotencyKey: '',
      source: Source.operator,
    });
    if (outcome.code === 0) return true;
    const word = readRejectWord(outcome.code) ?? '';
    if (word.endsWith('_exists') || word === 'transition_forbidden') return false;
    throw refuseWithCode(outcome.code, outcome.facts);
  };
}
