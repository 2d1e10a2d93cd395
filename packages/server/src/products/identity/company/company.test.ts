import { type CompanyForm, companyRoutes } from '@isobath/wire';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { turnIdentityRecord } from '../../../base/identity/index.ts';
import type { CallContext } from '../../../base/product/index.ts';
import { chooseFormUrl } from '../provider/form-url.ts';
import { CREDENTIAL_KEY, SECRETS, startVerification } from '../testing.ts';
import { createCompanyRoutes } from './routes.ts';

let fixture: Awaited<ReturnType<typeof startVerification>>;
let owners = 3_000_000;
let ownerId = 0;
let traderId = 0;
let form: CompanyForm;

beforeAll(async () => {
  fixture = await startVerification();
});
afterAll(() => fixture?.test.stop());
beforeEach(async () => {
  owners += 2;
  ownerId = await fixture.addPerson(owners);
  traderId = await fixture.addTrader(await fixture.addPerson(owners + 1));
  form = await fixture.makeCompany(ownerId, [traderId]);
});

async function save(part: keyof CompanyForm, changes: unknown = form[part]): Promise<unknown> {
  const { companies } = fixture;
  const data = changes as never;
  if (part === 'basic') return companies.saveBasic(ownerId, data);
  if (part === 'papers') return companies.savePapers(ownerId, data);
  if (part === 'beneficiaries') return companies.saveOwners(ownerId, data);
  if (part === 'directors') return companies.saveDirectors(ownerId, data);
  return companies.saveTraders(ownerId, data);
}
const PARTS = ['basic', 'papers', 'beneficiaries', 'directors', 'traders'] as const;
async function apply(): Promise<number> {
  for (const part of PARTS) await save(part);
  return (await fixture.companies.apply(ownerId)).recordId;
}
async function refuseCheck(recordId: number): Promise<void> {
  await turnIdentityRecord(fixture.database, recordId, { from: 0, to: 2 });
  await fixture.database.execute(
    `INSERT INTO identity_decisions
       (record_id, owner_id, operator_id, outcome, reason_codes, items, at_ms)
     VALUES ($1, $2, 1, 'refused', '{}', '{}', $3)`,
    [recordId, ownerId, fixture.readNowMs()],
  );
}

test('what is saved is read back, and sent as one form', async () => {
  expect(await fixture.companies.readPart(ownerId, 'basic')).toEqual({
    savedAtMs: 0,
    data: undefined,
  });
  const recordId = await apply();
  for (const part of PARTS) {
    const { data, savedAtMs } = await fixture.companies.readPart(ownerId, part);
    expect([data, savedAtMs]).toEqual([form[part], fixture.clock.nowMs]);
  }
  expect(await fixture.applications.readForm(fixture.database, recordId)).toEqual(form);
  await expect(fixture.companies.apply(ownerId)).rejects.toThrow('identity_waiting');
  await expect(save('basic')).rejects.toThrow('identity_waiting');
  await turnIdentityRecord(fixture.database, recordId, { from: 0, to: 1 });
  await expect(save('basic')).rejects.toThrow('identity_level_order');
});

test.each(PARTS)('nothing is sent without %s', async (missing) => {
  for (const part of PARTS) if (part !== missing) await save(part);
  await expect(fixture.companies.apply(ownerId)).rejects.toMatchObject({
    fields: [{ path: missing }],
  });
  const sql = 'SELECT FROM identity_records WHERE owner_id = $1';
  expect(await fixture.database.query(sql, [ownerId])).toEqual([]);
});

test('nothing is sent without each paper', async () => {
  form = { ...form, papers: form.papers.slice(1) };
  await expect(apply()).rejects.toMatchObject({ fields: [{ path: 'papers.registration' }] });
});

test('files of others, or of another kind, are no papers', async () => {
  const [paper] = form.papers;
  const foreign = await fixture.send(traderId, 'registration');
  await expect(save('papers', [{ kind: 'registration', fileId: foreign }])).rejects.toThrow(
    'identity_file',
  );
  await expect(save('papers', [{ kind: 'articles', fileId: paper?.fileId }])).rejects.toThrow(
    'identity_file',
  );
  expect((await fixture.companies.readPart(ownerId, 'papers')).savedAtMs).toBe(0);
});

test('a paper that was replaced is let go, unless an application names it', async () => {
  const isUsed = async (fileId = 0) => {
    const sql = 'SELECT used_at_ms FROM identity_files WHERE file_id = $1';
    const [row] = await fixture.database.query<{ used_at_ms: number }>(sql, [fileId ?? 0]);
    return (row?.used_at_ms ?? 0) > 0;
  };
  const replaceFirst = async () => {
    const [first, ...rest] = form.papers;
    const fileId = await fixture.send(ownerId, 'registration');
    form = { ...form, papers: [{ kind: 'registration', fileId }, ...rest] };
    await save('papers');
    return first?.fileId;
  };
  await save('papers');
  const unsent = await replaceFirst();
  expect(await isUsed(unsent)).toBe(false);
  await refuseCheck(await apply());
  const sent = await replaceFirst();
  expect(await isUsed(sent)).toBe(true);
  for (const { fileId } of form.papers) expect(await isUsed(fileId)).toBe(true);
  expect(await isUsed(await replaceFirst())).toBe(false);
});

test.each([
  ['basic', { country: 'XX' }, 'identity_country'],
  ['beneficiaries', { country: 'XX' }, 'identity_country'],
  ['beneficiaries', { birthDate: '2015-01-01' }, 'identity_age'],
  ['directors', { country: 'XX' }, 'identity_country'],
  ['directors', { birthDate: '2015-01-01' }, 'identity_age'],
] as const)('%s with %j are refused', async (part, changes, word) => {
  const given =
    part === 'basic' ? { ...form.basic, ...changes } : [{ ...form[part][0], ...changes }];
  await expect(save(part, given)).rejects.toThrow(word);
  expect((await fixture.companies.readPart(ownerId, part)).savedAtMs).toBe(0);
});

test.each([
  ['a name in other letters', { documentNumber: 'ZZ1', firstName: '  quincella ' }],
  ['the document of another name', { firstName: 'Anselm', documentNumber: 'qx7719203' }],
] as const)('one person twice in a list is refused: %s', async (_what, changes) => {
  const [first] = form.beneficiaries;
  const twice = [
    { ...first, sharePpm: 500_000 },
    { ...first, ...changes, sharePpm: 500_000 },
  ];
  for (const part of ['beneficiaries', 'directors'] as const) {
    await expect(save(part, twice)).rejects.toThrow('identity_person_twice');
    expect((await fixture.companies.readPart(ownerId, part)).savedAtMs).toBe(0);
  }
  // Who owns and leads stands once in each.
  await save('beneficiaries', [first]);
  await save('directors', [first]);
});

test('a trader has passed the standard level, when saved and when sent', async () => {
  for (const uid of [ownerId, 987_654_321]) {
    await expect(save('traders', [{ uid }])).rejects.toMatchObject({ facts: { uid: String(uid) } });
  }
  for (const part of PARTS) await save(part);
  await fixture.test.owner.execute(
    'UPDATE identity_records SET identity_status = 2 WHERE owner_id = $1',
    [traderId],
  );
  await expect(fixture.companies.apply(ownerId)).rejects.toThrow('identity_trader');
});

test('a company stands for one account, and a refused one may be shown again', async () => {
  await apply();
  const number = form.basic.number.replace('R-', 'r ');
  owners += 2;
  ownerId = await fixture.addPerson(owners);
  form = await fixture.makeCompany(ownerId, [traderId]);
  form = { ...form, basic: { ...form.basic, number } };
  await expect(apply()).rejects.toThrow('identity_document_used');
});

test('after three refusals a day a company mends its lists, and waits to send them', async () => {
  for (let tries = 0; tries < 3; tries += 1) await refuseCheck(await apply());
  await save('basic', { ...form.basic, activity: 'Sale of fruit and jam' });
  await expect(fixture.companies.apply(ownerId)).rejects.toThrow('identity_day_limit');
  const before = fixture.clock.nowMs;
  fixture.clock.nowMs += 86_400_000;
  expect(await fixture.companies.apply(ownerId)).toMatchObject({});
  fixture.clock.nowMs = before;
});

test('two applications at once are one', async () => {
  for (const part of PARTS) await save(part);
  const both = await Promise.allSettled([
    fixture.companies.apply(ownerId),
    fixture.companies.apply(ownerId),
  ]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test('no name or number of a company stands in plain', async () => {
  await apply();
  const rows = await fixture.database.query<{ text: string }>(
    'SELECT row::text AS text FROM identity_company_parts AS row WHERE owner_id = $1',
    [ownerId],
  );
  expect(rows).toHaveLength(PARTS.length);
  for (const secret of [...SECRETS, form.basic.name, form.basic.number, CREDENTIAL_KEY]) {
    const hex = Buffer.from(secret).toString('hex');
    expect(rows.filter(({ text }) => text.includes(secret) || text.includes(hex))).toEqual([]);
  }
});

const { saveCompanyBasic, saveCompanyFiles, saveCompanyBeneficiary } = companyRoutes;
const { saveCompanyDirector, saveCompanyTrader } = companyRoutes;

test.each([
  ['a company without a name', saveCompanyBasic, () => ({ ...form.basic, name: ' ' })],
  ['a number of three letters', saveCompanyBasic, () => ({ ...form.basic, number: 'abc' })],
  ['an address of two lines', saveCompanyBasic, () => ({ ...form.basic, address: 'a\nb' })],
  ['no activity', saveCompanyBasic, () => ({ ...form.basic, activity: undefined })],
  [
    'a paper twice',
    saveCompanyFiles,
    () => ({ files: [form.papers[0], { ...form.papers[0], fileId: 2 }] }),
  ],
  [
    'a paper that is none',
    saveCompanyFiles,
    () => ({ files: [{ kind: 'selfie', fileId: form.papers[0]?.fileId }] }),
  ],
  ['a file of no number', saveCompanyFiles, () => ({ files: [{ kind: 'articles', fileId: 0 }] })],
  ['less than a quarter', saveCompanyBeneficiary, () => share(249_999)],
  ['more than the whole', saveCompanyBeneficiary, () => share(1_000_001)],
  ['together more than the whole', saveCompanyBeneficiary, () => share(600_000, 400_001)],
  ['a part of a millionth', saveCompanyBeneficiary, () => share(300_000.5)],
  ['an owner without a share', saveCompanyBeneficiary, () => share(undefined)],
  ['no directors', saveCompanyDirector, () => ({ directors: [] })],
  [
    'a director of a day that is none',
    saveCompanyDirector,
    () => ({ directors: [{ ...form.directors[0], birthDate: '1990-02-30' }] }),
  ],
  [
    'too many directors',
    saveCompanyDirector,
    () => ({ directors: Array.from({ length: 21 }, () => form.directors[0]) }),
  ],
  ['no traders', saveCompanyTrader, () => ({ traders: [] })],
  ['a trader twice', saveCompanyTrader, () => ({ traders: [{ uid: 7 }, { uid: 7 }] })],
  ['a trader by name', saveCompanyTrader, () => ({ traders: [{ uid: 'Anselm' }] })],
] as const)('%s has not the shape of a list', (_what, route, make) => {
  expect(route.body?.safeParse(make()).success).toBe(false);
});

function share(...shares: readonly (number | undefined)[]) {
  return {
    beneficiaries: shares.map((sharePpm) => ({ ...form.beneficiaries[0], sharePpm })),
  };
}

test('the lists have the shape of their calls; nobody needs to own a quarter', () => {
  const { basic, papers, beneficiaries, directors, traders } = form;
  expect(saveCompanyBasic.body?.safeParse(basic).success).toBe(true);
  expect(saveCompanyFiles.body?.safeParse({ files: papers }).success).toBe(true);
  expect(saveCompanyBeneficiary.body?.safeParse({ beneficiaries }).success).toBe(true);
  expect(saveCompanyBeneficiary.body?.safeParse({ beneficiaries: [] }).success).toBe(true);
  expect(saveCompanyBeneficiary.body?.safeParse(share(250_000, 750_000)).success).toBe(true);
  expect(saveCompanyDirector.body?.safeParse({ directors }).success).toBe(true);
  expect(saveCompanyTrader.body?.safeParse({ traders }).success).toBe(true);
});

/** Ask a call of a company's side, in a language. */
async function ask(route: object, body: object = {}, locale = 'en_US') {
  const handlers = createCompanyRoutes({
    ...fixture,
    readFormUrl: chooseFormUrl('sandbox'),
    readBrandName: async () => 'Isobath',
  });
  const headers: Record<string, string> = {};
  const call = {
    body,
    query: {},
    caller: { ownerId, locale },
    setHeader: (name: string, value: string) => {
      headers[name] = value;
    },
  };
  const handler = handlers.find((one) => one.route === route);
  const answer = await handler?.handle(call as unknown as CallContext);
  return { answer, headers };
}

test('each call of a company saves or reads its own list', async () => {
  const { basic, papers, beneficiaries, directors, traders } = form;
  await ask(saveCompanyBasic, basic);
  await ask(saveCompanyFiles, { files: papers });
  await ask(saveCompanyBeneficiary, { beneficiaries });
  await ask(saveCompanyDirector, { directors });
  await ask(saveCompanyTrader, { traders });
  const told = async (route: object) => (await ask(route)).answer;
  expect(await told(companyRoutes.companyBasicInfo)).toMatchObject({ basic });
  expect(await told(companyRoutes.companyFilesInfo)).toMatchObject({
    files: papers.map((paper) => ({ ...paper, mediaType: 'image/jpeg' })),
  });
  expect(await told(companyRoutes.companyBeneficiaryInfo)).toMatchObject({ beneficiaries });
  expect(await told(companyRoutes.companyDirectorInfo)).toMatchObject({ directors });
  expect(await told(companyRoutes.companyTraderInfo)).toMatchObject({ traders });
  expect(await told(companyRoutes.applyCompany)).toMatchObject({ recordId: expect.any(Number) });
});

test('the form to sign is a file with what was saved, and nobody’s letters run in it', async () => {
  const { url } = (await ask(companyRoutes.companyTemplateFile)).answer as { url: string };
  expect(url).toBe(companyRoutes.companyAuthorisation.path);
  await save('basic', { ...form.basic, name: '<b>Damson & Co</b>' });
  await save('traders');
  const { answer, headers } = await ask(companyRoutes.companyAuthorisation, {}, 'de_DE');
  expect(headers['content-disposition']).toContain('attachment');
  expect(answer).toContain('<html lang="de-DE">');
  expect(answer).toContain('&lt;b&gt;Damson &amp; Co&lt;/b&gt;');
  expect(answer).toContain(String(traderId));
  expect(answer).not.toContain('<b>');
});

test('a provider’s form is ours in the sandbox, and none without a provider', async () => {
  expect((await ask(companyRoutes.kycFormUrl)).answer).toEqual({ url: '/en_US/personVerified/' });
  expect(chooseFormUrl('production')({ locale: 'en_US' })).toBeUndefined();
});
