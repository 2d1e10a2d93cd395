import { expect, test } from 'vitest';
import { createWorks, type WorksParts } from './works.ts';

interface ReferenceRequest {
  readonly key: string;
  readonly changes: object;
}

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
  const request = { approvalId: 1, actor: { operatorId: 2, sessionId: 0 }, madeAtMs: 0 };
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

/** Works of which only the change of a row is asked; `before` is what stands there by then. */
function createRowChange(before: string) {
  const acts: object[] = [];
  const publish = (key: string, after: string) => ({ key, before, after });
  const parts = {
    audit: {
      transaction: (_actor: object, work: (...entry: unknown[]) => Promise<unknown>) =>
        work({}, async (act: object) => void acts.push(act)),
    },
    tables: {
      set: async (_one: object, _table: string, { key, changes }: ReferenceRequest) =>
        publish(key, JSON.stringify(changes)),
      remove: async (_one: object, _table: string, key: string) => publish(key, ''),
    },
  } as unknown as WorksParts;
  const work = createWorks(parts)['table.set'];
  const request = { approvalId: 5, actor: { operatorId: 2, sessionId: 0 }, madeAtMs: 0 };
  const payload = { table: 'transferRules', key: 'spot:USDT' };
  return {
    acts,
    execute: (change: { before: string; after: string }) =>
      work.execute(work.shape.parse({ ...payload, ...change }), request),
  };
}

test('a row becomes what two agreed to, or goes, as long as it is what they saw', async () => {
  const { acts, execute } = createRowChange('{"dayLimit":"1"}');
  const seen = { before: '{"dayLimit":"1"}' };
  await execute({ ...seen, after: '{"dayLimit":"2"}' });
  await execute({ ...seen, after: '' });
  expect(acts).toMatchObject([
    { action: 'table_row_set', detail: { after: '{"dayLimit":"2"}', approvalId: 5 } },
    { action: 'table_row_removed', detail: { key: 'spot:USDT', after: '' } },
  ]);
  const changed = execute({ before: '{"dayLimit":"9"}', after: '{"dayLimit":"2"}' });
  await expect(changed).rejects.toThrow('approval_changed');
  expect(acts).toHaveLength(2);
});
