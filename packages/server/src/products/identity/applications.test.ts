import { identityRoutes, type StandardForm } from '@isobath/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { turnIdentityRecord } from '../../base/identity/index.ts';
import { countYears } from './applications.ts';
import { readOutcome } from './outcome.ts';
import { startVerification } from './testing.ts';

let fixture: Awaited<ReturnType<typeof startVerification>>;
let owners = 1_000_000;

beforeAll(async () => {
  fixture = await startVerification();
});
afterAll(() => fixture?.test.stop());

const person = () => fixture.addPerson((owners += 1));
/** A passport that nobody else has. */
const ownDocument = (ownerId: number) => ({ documentNumber: `P${ownerId}` });
const apply = async (ownerId: number, changes: Partial<StandardForm> = {}) =>
  fixture.applications.applyStandard(
    ownerId,
    await fixture.makeForm(ownerId, { ...ownDocument(ownerId), ...changes }),
  );

async function decide(recordId: number, outcome: 'passed' | 'refused'): Promise<void> {
  const to = outcome === 'passed' ? 1 : 2;
  await turnIdentityRecord(fixture.database, recordId, { from: 0, to });
  await fixture.database.execute(
    `INSERT INTO identity_decisions
       (record_id, owner_id, operator_id, outcome, reason_codes, items, at_ms)
     SELECT record_id, owner_id, 1, $2, '{}', '{}', $3 FROM identity_records WHERE record_id = $1`,
    [recordId, outcome, fixture.readNowMs()],
  );
}

test('one check a level waits, and its outcome is told', async () => {
  const ownerId = await person();
  expect(await readOutcome(fixture.database, ownerId, 0)).toBeUndefined();
  const { recordId } = await apply(ownerId);
  expect(await readOutcome(fixture.database, ownerId, 0)).toEqual({
    type: 1,
    status: 0,
    reasonCodes: [],
    items: [],
  });
  await expect(apply(ownerId)).rejects.toThrow('identity_waiting');
  await decide(recordId, 'passed');
  expect(await readOutcome(fixture.database, ownerId, 1)).toMatchObject({ type: 1, status: 1 });
  await expect(apply(ownerId)).rejects.toThrow('identity_level_order');
});

test('two applications at once are one', async () => {
  const ownerId = await person();
  const both = await Promise.allSettled([apply(ownerId), apply(ownerId)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test('a form is read back as it was sent', async () => {
  const ownerId = await person();
  const form = await fixture.makeForm(ownerId, ownDocument(ownerId));
  const { recordId } = await fixture.applications.applyStandard(ownerId, form);
  expect(await fixture.applications.readForm(fixture.database, recordId)).toEqual(form);
});

test.each([
  ['one day short of 18', { birthDate: '2008-01-16' }, 'identity_age'],
  ['150 years old', { birthDate: '1876-01-01' }, 'identity_age'],
  ['a country that is none', { country: 'XX' }, 'identity_country'],
  ['a card without its back', { documentType: 'identity_card' }, 'invalid'],
  ['a document that is over', { expiresOn: '2026-01-14' }, 'invalid'],
  ['a picture that is none', { fileIds: { front: 999_999, selfie: 999_999 } }, 'identity_file'],
] as const)('%s is refused and nothing is kept', async (_what, changes, word) => {
  const ownerId = await person();
  await expect(apply(ownerId, changes)).rejects.toThrow(word);
  for (const table of ['identity_records', 'identity_applications', 'identity_documents']) {
    const sql = `SELECT FROM ${table} WHERE owner_id = $1`;
    expect(await fixture.database.query(sql, [ownerId]), table).toEqual([]);
  }
});

test('18 years are full on the birthday', async () => {
  expect(await apply(await person(), { birthDate: '2008-01-15' })).toMatchObject({});
  const day = Date.UTC(2026, 2, 1);
  expect([countYears('2008-02-29', day), countYears('2008-03-02', day)]).toEqual([18, 17]);
});

test('pictures of somebody else, or of another kind, are none', async () => {
  const [ownerId, other] = [await person(), await person()];
  const front = await fixture.send(other, 'front');
  const selfie = await fixture.send(ownerId, 'selfie');
  await expect(apply(ownerId, { fileIds: { front, selfie } })).rejects.toThrow('identity_file');
  const swapped = { front: selfie, selfie };
  await expect(apply(ownerId, { fileIds: swapped })).rejects.toThrow('identity_file');
});

test('a document stands for one account, however it is written and after it is gone', async () => {
  const [ownerId, other] = [await person(), await person()];
  await apply(ownerId, { documentNumber: 'ab 12-34.5' });
  const shown = { ...(await fixture.makeForm(other)), documentNumber: 'AB12345' };
  expect(await fixture.applications.checkStandard(other, shown)).toEqual({
    isFree: false,
    word: 'identity_document_used',
  });
  await expect(apply(other, { documentNumber: 'AB12345' })).rejects.toThrow(
    'identity_document_used',
  );
  await fixture.database.execute('DELETE FROM identity_applications WHERE owner_id = $1', [
    ownerId,
  ]);
  await expect(apply(other, { documentNumber: 'AB12345' })).rejects.toThrow(
    'identity_document_used',
  );
  const before = fixture.clock.nowMs;
  fixture.clock.nowMs += 5 * 366 * 86_400_000;
  expect(await apply(other, { documentNumber: 'AB12345' })).toMatchObject({});
  fixture.clock.nowMs = before;
});

test.each([
  ['wide letters and digits', 'ＣＤ５６７８９'],
  ['digits of Arabic', 'CD٥٦٧٨٩'],
  ['digits of India, and signs between', 'cd/५६-७८९'],
])('a document in %s stands for the same account', async (_how, documentNumber) => {
  const [ownerId, other] = [await person(), await person()];
  await fixture.database.execute('DELETE FROM identity_documents');
  await apply(ownerId, { documentNumber: 'CD56789' });
  await expect(apply(other, { documentNumber })).rejects.toThrow('identity_document_used');
});

test('a country that operators do not take is refused', async () => {
  await fixture.database.execute("INSERT INTO identity_refused_countries VALUES ('KP', 'law')");
  const ownerId = await person();
  await expect(apply(ownerId, { country: 'KP' })).rejects.toThrow('identity_country');
});

test('after three refusals a day is waited', async () => {
  const ownerId = await person();
  for (let tries = 0; tries < 3; tries += 1) {
    await decide((await apply(ownerId)).recordId, 'refused');
  }
  await expect(apply(ownerId)).rejects.toThrow('identity_day_limit');
  const before = fixture.clock.nowMs;
  fixture.clock.nowMs += 86_400_000;
  expect(await apply(ownerId)).toMatchObject({});
  fixture.clock.nowMs = before;
});

test('advanced stands on standard', async () => {
  const ownerId = await person();
  const advance = async () =>
    fixture.applications.applyAdvanced(ownerId, await fixture.makeAdvanced(ownerId));
  await expect(advance()).rejects.toThrow('identity_level_order');
  await decide((await apply(ownerId)).recordId, 'passed');
  const { recordId } = await advance();
  await expect(advance()).rejects.toThrow('identity_waiting');
  await decide(recordId, 'passed');
  expect(await readOutcome(fixture.database, ownerId, 0)).toMatchObject({ type: 2, status: 1 });
});

test('whoever passed once stays that person', async () => {
  const ownerId = await person();
  const { recordId } = await apply(ownerId);
  await decide(recordId, 'passed');
  await turnIdentityRecord(fixture.database, recordId, { from: 1, to: 2 });
  await expect(apply(ownerId, { lastName: 'Another' })).rejects.toThrow('identity_field');
  await expect(apply(ownerId, { lastName: 'Marmeladová' })).rejects.toThrow('identity_field');
  await expect(apply(ownerId, { birthDate: '1990-05-18' })).rejects.toThrow('identity_field');
  expect(await apply(ownerId, { documentNumber: 'NEW1234' })).toMatchObject({});
});

test('a level that is closed cannot be asked for', async () => {
  const set = (isOpen: boolean) =>
    fixture.database.execute('UPDATE identity_levels SET is_open = $1 WHERE identity_type = 1', [
      isOpen,
    ]);
  await set(false);
  await expect(apply(await person())).rejects.toThrow('module_unavailable');
  await set(true);
});

test('a supplement is answered whole, and once', async () => {
  const ownerId = await person();
  const { recordId } = await apply(ownerId);
  expect(await fixture.supplements.check(ownerId)).toEqual({
    isDue: false,
    isLimited: false,
    dueAtMs: 0,
    items: [],
  });
  const dueAtMs = fixture.clock.nowMs + 86_400_000;
  await fixture.database.execute(
    `INSERT INTO identity_supplements (record_id, owner_id, items, asked_at_ms, due_at_ms)
     VALUES ($1, $2, '{selfie,occupation}', 1, $3)`,
    [recordId, ownerId, dueAtMs],
  );
  const items = ['selfie', 'occupation'];
  expect(await fixture.supplements.check(ownerId)).toEqual({
    isDue: false,
    isLimited: false,
    dueAtMs,
    items,
  });
  const fileId = await fixture.send(ownerId, 'supplement');
  const selfie = { item: 'selfie', text: '', fileId } as const;
  const occupation = { item: 'occupation', text: 'a baker' } as const;
  const { submit } = fixture.supplements;
  await expect(submit(ownerId, [selfie])).rejects.toThrow('invalid');
  await expect(submit(ownerId, [selfie, selfie])).rejects.toThrow('invalid');
  await expect(submit(ownerId, [selfie, { item: 'occupation', text: '' }])).rejects.toThrow(
    'invalid',
  );
  await submit(ownerId, [occupation, selfie]);
  await expect(submit(ownerId, [occupation, selfie])).rejects.toThrow('identity_supplement_over');
  const [row] = await fixture.database.query<Parameters<typeof fixture.supplements.readAnswers>[0]>(
    'SELECT * FROM identity_supplements WHERE owner_id = $1',
    [ownerId],
  );
  expect(await fixture.supplements.readAnswers(row)).toEqual([occupation, selfie]);
});

test.each([
  ['a name of digits', { firstName: '007' }],
  ['a name of nothing', { lastName: ' ' }],
  ['a day that is none', { birthDate: '1990-02-30' }],
  ['a number of three letters', { documentNumber: 'abc' }],
  ['another document', { documentType: 'library_card' }],
  ['no picture', { fileIds: { selfie: 1 } }],
] as const)('%s has not the shape of a form', async (_what, changes) => {
  const form = await fixture.makeForm(await person());
  const { body } = identityRoutes.applyStandard;
  expect(body?.safeParse(form).success).toBe(true);
  expect(body?.safeParse({ ...form, ...changes }).success).toBe(false);
});
