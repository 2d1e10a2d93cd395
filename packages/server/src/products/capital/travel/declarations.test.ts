// Declarations are noise in the database, bound to their withdrawal and their person, and read by
// compliance with a line in the audit chain. That they go with a person's data is tested for all
// tables together (issue-22-erased.test.ts).
import { withdrawDeskRoutes } from '@isobath/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAuditLog, makeAuditKey } from '../../../base/audit/index.ts';
import { createSeal } from '../../../base/credentials/index.ts';
import type { CallContext } from '../../../base/product/index.ts';
import { createVault, type Vault } from '../../../base/vault/index.ts';
import { ADDRESSES, COINS, NETWORKS, startMoneyOut, wordOf } from '../book/testing.ts';
import { closeDeclaration, readDeclaration, writeDeclaration } from './declarations.ts';
import { createDeclarationDesk } from './routes.ts';

const OWNER = 1_000_001;
const declared = { beneficiary: 'Quincella Marmeladova', venue: 'Damson Bourse', purpose: 'rent' };
let fixture: Awaited<ReturnType<typeof startMoneyOut>>;
let vault: Vault;

beforeAll(async () => {
  fixture = await startMoneyOut();
  vault = createVault(fixture.database, createSeal('7'.repeat(64)), fixture.readNowMs);
});
afterAll(() => fixture?.test.stop());

let intents = 0;
async function addWithdrawal(clientId: string, declaration = declared, ownerId = OWNER) {
  intents += 1;
  const [{ id: withdrawalId }] = await fixture.test.owner.query<{ id: number }>(
    `INSERT INTO withdrawals (owner_id, client_id, body_hash, asset_id, network_id, address,
       amount_units, taken_units, fee_units, receives_units, receives_raw, value_units, state,
       take_intent_id, asked_at_ms, changed_at_ms)
     VALUES ($1, $2, '\\x00', $3, $4, $5, 1, 1, 0, 1, 1, 1, 'review', $6, 1, 1)
     RETURNING withdrawal_id AS id`,
    [ownerId, clientId, COINS.usdt, NETWORKS.evm, ADDRESSES.other, intents],
  );
  const closed = await closeDeclaration(vault, declaration, { ownerId, clientId });
  await writeDeclaration(fixture.database, closed, { withdrawalId, ownerId, nowMs: 7 });
  return withdrawalId;
}

test('what was declared is read back whole, and no word of it stands in the row', async () => {
  const withdrawalId = await addWithdrawal('one');
  const read = await readDeclaration(fixture.database, vault, withdrawalId);
  expect(read).toEqual({ declaration: declared, declaredAtMs: 7 });
  const [row] = await fixture.test.owner.query<{ text: string; is_venue: boolean }>(
    'SELECT is_venue, own::text AS text FROM withdrawal_declarations AS own',
  );
  expect(row?.is_venue).toBe(true);
  for (const word of Object.values(declared)) {
    expect(row?.text.includes(word)).toBe(false);
    expect(row?.text.includes(Buffer.from(word).toString('hex'))).toBe(false);
  }
});

test('one put in the place of another opens for nobody', async () => {
  const [mine, other] = [await addWithdrawal('two'), await addWithdrawal('three')];
  await fixture.test.owner.execute(
    `UPDATE withdrawal_declarations AS own SET sealed = others.sealed,
       wrapped_key = others.wrapped_key
     FROM withdrawal_declarations AS others
     WHERE own.withdrawal_id = $1 AND others.withdrawal_id = $2`,
    [mine, other],
  );
  await expect(readDeclaration(fixture.database, vault, mine)).rejects.toThrow();
  expect((await readDeclaration(fixture.database, vault, other)).declaration).toEqual(declared);
});

test('compliance reads it, each look is in the chain; what is erased is not there', async () => {
  const { database, test: db, readNowMs } = fixture;
  const key = makeAuditKey('7'.repeat(64));
  const audit = createAuditLog(database, { key, dataFolder: db.folder, readNowMs });
  const handlers = createDeclarationDesk({ database, audit, vault });
  const handler = handlers.find((one) => one.route === withdrawDeskRoutes.viewDeclaration);
  const operator = { operatorId: 3, sessionId: 5, ip: '127.0.0.1' };
  const look = (withdrawalId: number) =>
    handler?.handle({ caller: { operator }, query: { withdrawalId } } as unknown as CallContext);
  const withdrawalId = await addWithdrawal('four');
  expect(await look(withdrawalId)).toEqual({ ...declared, declaredAt: 7 });
  expect(await look(withdrawalId)).toMatchObject(declared);
  await db.owner.execute('DELETE FROM withdrawal_declarations WHERE owner_id = $1', [OWNER]);
  expect(await wordOf(look(withdrawalId) as Promise<unknown>)).toBe('object_not_found');
  const acts = await db.owner.query<{ operator_id: number; detail: string }>(
    `SELECT operator_id, detail FROM audit_log JOIN audit_details USING (detail_id)
     WHERE action = 'withdrawal_declaration_viewed'`,
  );
  expect(acts.map((act) => [act.operator_id, JSON.parse(act.detail)])).toEqual([
    [3, { withdrawalId }],
    [3, { withdrawalId }],
  ]);
});
