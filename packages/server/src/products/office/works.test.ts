import { expect, test } from 'vitest';
import { createWorks, type WorksParts } from './works.ts';

/** Works of which only the resumption of trading is asked, with a list of what happened. */
function createResumption(isAnother: boolean) {
  const acts: string[] = [];
  const parts = {
    audit: { write: async (_actor: unknown, { action }: { action: string }) => acts.push(action) },
    resume: async (haltNumber: number) => {
      acts.push(`resume ${haltNumber}`);
      return { mode: isAnother ? 'halted' : 'normal', isAnother };
    },
  } as unknown as WorksParts;
  const work = createWorks(parts)['trading.resume'];
  const request = { approvalId: 1, actor: { operatorId: 2, sessionId: 0 } };
  return {
    acts,
    execute: (payload: object) => work.execute(work.shape.parse(payload), request),
  };
}

test('a resumption stands in the audit chain once it happened', async () => {
  const { acts, execute } = createResumption(false);
  expect(await execute({ haltNumber: 7 })).toEqual({ mode: 'normal' });
  expect(acts).toEqual(['resume 7', 'trading_resumed']);
});

test('who agreed to end one halt did not agree to end a later one', async () => {
  const { acts, execute } = createResumption(true);
  await expect(execute({})).rejects.toThrow('approval_changed');
  expect(acts).toEqual(['resume -1']);
});
