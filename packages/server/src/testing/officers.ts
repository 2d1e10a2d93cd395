// Officers of tests: operators with passkeys made of keys of Node's own, enrolled and signing by
// the calls of the back office. Not part of the product.
import { createHash } from 'node:crypto';
import { type OfficerItem, officerRoutes, type OfficerView, type Route } from '@isobath/wire';
import { createAuditLog, makeAuditKey } from '../base/audit/index.ts';
import { createOperators } from '../base/office/index.ts';
import type { OperatorHandlers, OperatorName } from '../base/operator/index.ts';
import { makePasskey } from '../base/proofs/testing-passkey.ts';
import { runSigner } from '../launch/index.ts';
import { createOfficerDesk } from '../products/capital/officers/desk.ts';
import type { OfficerParts } from '../products/capital/officers/parts.ts';
import { createCustodyHandlers } from '../products/capital/officers/tool.ts';
import { PASSPHRASE, type SenderFixture } from './sender-fixture.ts';
import { Cut, type CutPoint } from './sender-loops.ts';
import type { SenderSteps } from './sender-steps.ts';
import { expect } from 'vitest';

const SITE = { origin: 'http://localhost:4870', siteId: 'localhost' };

/** An operator, and the passkey of the officer they are. */
export interface TestOfficer {
  readonly name: string;
  readonly operatorId: number;
  readonly passkey: ReturnType<typeof makePasskey>;
}

/** The desk of officers on a fixture, and its two first officers. */
export async function startOfficers(fixture: SenderFixture) {
  const { database, money } = fixture;
  const parts: OfficerParts = {
    database,
    audit: createAuditLog(database, {
      key: makeAuditKey('ab'.repeat(32)),
      dataFolder: money.folder,
      readNowMs: Date.now,
    }),
    settings: { officeUrl: undefined, publicUrl: SITE.origin, dataFolder: money.folder },
    readNowMs: Date.now,
    readName: async () => 'Isobath',
  };
  const desk = createOfficerDesk(parts);
  const tool = createCustodyHandlers(parts);
  const operators = createOperators(database);

  /** A call of an operator. */
  async function call<TAnswer>(operatorId: number, route: Route, body: object = {}) {
    const handler = desk.find((one) => one.route === route);
    const operator = { operatorId, sessionId: 1, email: '', role: 'administrator' };
    const context = { caller: { operator }, body: route.body?.parse(body), query: {} };
    return (await handler?.handle(context as never)) as TAnswer;
  }
  /** A question of the tool. */
  async function ask(name: OperatorName, parameters: object = {}) {
    const handler = tool[name as keyof OperatorHandlers] as (given: object) => Promise<unknown>;
    return (await handler(parameters)) as Record<string, unknown>;
  }
  const readView = (operatorId: number) => call<OfficerView>(operatorId, officerRoutes.officers);

  async function enrol(name: string): Promise<TestOfficer & { readonly fingerprint: string }> {
    const operatorId = await database.transaction((session) =>
      operators.create(session, {
        email: `${name}@example.com`,
        passwordHash: '',
        role: 'administrator',
      }),
    );
    if (operatorId === undefined) throw new Error(`${name} is there already`);
    return enrolAs(name, operatorId);
  }

  async function enrolAs(name: string, operatorId: number) {
    const token = `a link of the host for ${name}`;
    const tokenHash = createHash('sha256').update(token).digest('hex');
    await ask('custody.link', { officer: name, tokenHash });
    const passkey = makePasskey(SITE);
    const { options } = await call<{ options: { challenge: string } }>(
      operatorId,
      officerRoutes.officerEnrolOptions,
      { token },
    );
    const response = passkey.register(options.challenge);
    const body = { token, response };
    const made = await call<{ fingerprint: string }>(operatorId, officerRoutes.officerEnrol, body);
    return { name, operatorId, passkey, fingerprint: made.fingerprint };
  }

  async function sign(officer: TestOfficer, item: Pick<OfficerItem, 'itemId' | 'hash'>) {
    const challenge = Buffer.from(item.hash, 'hex').toString('base64url');
    const response = officer.passkey.sign(challenge);
    const body = { itemId: item.itemId, hash: item.hash, response };
    return call<{ signedCount: number }>(officer.operatorId, officerRoutes.officerSign, body);
  }

  /** The host appoints two, as the tool does. */
  async function appoint(officers: readonly object[]): Promise<void> {
    const { policy } = (
      await database.query<{ policy: object }>('SELECT policy FROM signer_states')
    ).at(0) as { policy: object };
    await runSigner({
      command: 'appoint',
      folder: fixture.signerFolder,
      passphrase: PASSPHRASE,
      document: { policy: { ...policy, officers } },
    });
  }

  /** What waits of a kind; undefined when nothing does. */
  async function findItem(kind: OfficerItem['kind']): Promise<OfficerItem | undefined> {
    const { items } = await readView(1);
    return items.find((one) => one.kind === kind && one.state === 'waiting');
  }

  async function findPayment(withdrawalId: number): Promise<OfficerItem | undefined> {
    const { items } = await readView(1);
    return items.find((one) => one.withdrawalId === withdrawalId);
  }

  /** Two officers from link to policy. */
  async function appointTwo(): Promise<readonly [TestOfficer, TestOfficer]> {
    const two = [await enrol('ann'), await enrol('ben')] as const;
    const keys: object[] = [];
    for (const { name, fingerprint } of two) {
      const { key } = await ask('custody.confirm', { officer: name, fingerprint });
      keys.push(key as object);
    }
    await appoint(keys);
    await fixture.lookAtOfficers();
    await fixture.lookAtOfficers();
    return two;
  }

  return { ask, call, readView, enrol, enrolAs, sign, appoint, appointTwo, findItem, findPayment };
}

/** What a large payment moves, in raw units. */
export const LARGE_RAW = 11_000n * 10n ** 6n;
const LARGE_HUNDREDTHS = 1_100_000;

interface Ground {
  readonly fixture: SenderFixture;
  readonly steps: SenderSteps;
}

/** Ask for a payment of 11,000 USDT, and look until officers are asked for it. */
export async function askForLarge({ fixture, steps }: Ground) {
  const person = await fixture.openPerson({ USDT: 11_001n });
  const to = steps.newAddress();
  const units = steps.units('USDT', LARGE_HUNDREDTHS);
  const id = await fixture.ask({ person, coin: 'USDT', units, to });
  await fixture.look();
  await fixture.lookAtOfficers();
  return { to, id };
}

/** Kill custody and signer at one place of a payment that two officers signed: it is paid once. */
export async function payWithOfficersOver(
  { fixture, steps, desk }: Ground & { readonly desk: Awaited<ReturnType<typeof startOfficers>> },
  officers: readonly TestOfficer[],
  cut: { readonly point: CutPoint; readonly when: 'before' | 'after'; readonly skipped?: number },
): Promise<void> {
  const { to, id } = await askForLarge({ fixture, steps });
  const item = await desk.findPayment(id);
  if (item === undefined) throw new Error('officers are not asked');
  for (const officer of officers) await desk.sign(officer, item);
  fixture.cutNext(cut.point, cut.when, cut.skipped ?? 0);
  for (let round = 0; round < 20 && fixture.isCutDue(); round += 1) {
    await fixture.look().catch((error: unknown) => {
      if (!(error instanceof Cut)) throw error;
    });
    await fixture.finish();
    await fixture.mine();
  }
  expect(fixture.isCutDue()).toBe(false);
  await fixture.restart();
  await steps.settle([id]);
  expect(await fixture.stateOf(id)).toMatchObject({ state: 'complete' });
  expect(await steps.readTokens(to)).toBe(LARGE_RAW);
  await steps.expectNoDifference();
}
