// The desk of money over chains among colleagues: a withdrawal in review is let pass by one and
// approved by another, a held deposit is credited by two, a network is halted by one and opened by
// two, deposits that did not arrive are reported, settled and refused, levels of a coin are set.
// The network is one that no node answers for: nothing of it goes on by itself.
import type { Locator } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { setFixture } from '../fixture/fixture.ts';
import { findBarriers } from '../fixture/browser.ts';
import { enterOffice } from '../fixture/office.ts';
import { choose, meetPerson, type Person, signUp } from '../fixture/person.ts';
import { writeRows } from '../fixture/rows.ts';

const fixture = setFixture({ ISOBATH_LIQUIDITY: 'off', ISOBATH_CHAINS: 'on' });
const NETWORK_ID = 90;
const ETH = 2;
const ADDRESS = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
let owner: Person;
let finance: Person;
let risk: Person;
let administrator: Person;
let ownerId: number;
let withdrawalId: number;
let depositId: number;

const write = async (statement: string, values: readonly unknown[] = []) =>
  Number((await writeRows<{ id: string }>(fixture.server, statement, values))[0]?.id);

async function writeWork(email: string): Promise<void> {
  const { server } = fixture;
  const nowMs = Date.now();
  ownerId = await write('SELECT owner_id AS id FROM users WHERE email = $1', [email]);
  await writeRows(
    server,
    `INSERT INTO networks (network_id, name, family, chain_id, needed, block_seconds, state)
     VALUES ($1, 'Desk chain', 'evm', 90, 12, 12, 'open')`,
    [NETWORK_ID],
  );
  await writeRows(
    server,
    `INSERT INTO network_assets (network_id, asset_id, decimals, deposit_raw_min,
       withdraw_units_min, withdraw_units_max, fee_units, fee_ppm)
     VALUES ($1, $2, 18, 1, 1, 1000000000000000, 0, 0)`,
    [NETWORK_ID, ETH],
  );
  withdrawalId = await write(
    `INSERT INTO withdrawals (owner_id, client_id, body_hash, asset_id, network_id, address,
       amount_units, taken_units, fee_units, receives_units, receives_raw, value_units, state,
       reasons, take_intent_id, asked_at_ms, changed_at_ms)
     VALUES ($1, 'desk', '\\x00', $2, $3, $4, 50000000000, 50000000000, 0, 50000000000,
       5000000000000000000, 1200000000000, 'review', '{new_address,large_share}', 9000001, $5, $5)
     RETURNING withdrawal_id AS id`,
    [ownerId, ETH, NETWORK_ID, ADDRESS, nowMs],
  );
  depositId = await write(
    `INSERT INTO deposits (network_id, tx_hash, place, kind, owner_id, asset_id, address,
       from_address, block_hash, height, raw, units, status, reason, needed, screening, seen_at_ms,
       screened_at_ms, held_in, intent_id)
     VALUES ($1, '0xfeed', 'call:', 'chain', $2, $3, $4, $4, '0xb10c', 7, 2500000000000000000,
       25000000000, 11, 'screening_down', 12, 'hold', $5, $5, 'suspense', 9000002)
     RETURNING deposit_id AS id`,
    [NETWORK_ID, ownerId, ETH, ADDRESS, nowMs],
  );
  await writeRows(
    server,
    `INSERT INTO withdrawal_locks (owner_id, source, reference, value_units, until_ms)
     VALUES ($1, 'c2c', 1, 5000000000, $2)`,
    [ownerId, nowMs + 3_600_000],
  );
}

const open = ({ page }: Person, path: string) =>
  page.goto(`${fixture.server.address}/admin/${path}`);

/** Press, say why, send. */
async function actWithReason({ page }: Person, within: Locator, name: string, send = name) {
  await within.getByRole('button', { name, exact: true }).click();
  const dialog = page.locator('.ui-dialog');
  await dialog.getByLabel('Reason').fill('looked at the record');
  await dialog.getByRole('button', { name: send, exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
}

async function approve({ page }: Person, kind: string): Promise<void> {
  await page.goto(`${fixture.server.address}/admin/approvals`);
  // Requests of the same kind that were decided before stay in the list.
  const rows = page.getByRole('row').filter({ hasText: kind });
  const done = rows.getByText('Carried out', { exact: true });
  await rows.getByRole('button', { name: 'Decide' }).click();
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  const readIsDone = async () => {
    const count = await rows.count();
    return count > 0 && count === (await done.count());
  };
  await expect.poll(readIsDone).toBe(true);
}

beforeAll(async () => {
  const [person, ...operators] = await Promise.all([
    meetPerson(fixture.browser, 'owner'),
    enterOffice(fixture, 'finance', 'finance'),
    enterOffice(fixture, 'risk', 'risk'),
    enterOffice(fixture, 'administrator', 'administrator'),
  ]);
  owner = person;
  [finance, risk, administrator] = operators;
  await signUp(owner, fixture.server.address);
  await writeWork(owner.email);
});

it('lets a withdrawal pass by one and approves it by another', async () => {
  const { page } = finance;
  await open(finance, '');
  const alarm = page.getByRole('listitem').filter({ hasText: 'Withdrawals in review: 1' });
  await alarm.getByRole('button', { name: 'Look' }).click();
  await page.getByRole('list', { name: 'Withdrawals' }).getByRole('link').first().click();
  await page.getByText('First to this address', { exact: true }).waitFor();
  await actWithReason(finance, page.getByRole('main'), 'Let pass');
  await page.getByText('You let it pass: another operator approves it.').waitFor();
  await open(risk, `withdrawals/${withdrawalId}`);
  // It may approve, not refuse: the button says so.
  const refuse = risk.page.getByRole('button', { name: 'Refuse' });
  await refuse.waitFor();
  await expect.poll(() => refuse.getAttribute('aria-disabled')).toBe('true');
  await approve(risk, 'Approve a large withdrawal');
  await open(risk, `withdrawals/${withdrawalId}`);
  await risk.page.getByRole('list', { name: 'Steps' }).getByText('Queued').waitFor();
});

it('credits a held deposit by two', async () => {
  const { page } = finance;
  await open(finance, `deposits/${depositId}`);
  await page.getByText('Screening did not answer').waitFor();
  await actWithReason(finance, page.getByRole('main'), 'Release', 'Ask for approval');
  await page.getByText('A request waits for a second operator').waitFor();
  await approve(administrator, 'Release a held deposit');
  await open(finance, `deposits/${depositId}`);
  await page.getByText('Crediting', { exact: true }).waitFor();
});

it('halts a network by one and opens it by two', async () => {
  const { page } = risk;
  await open(risk, 'networks');
  const network = page.getByRole('region', { name: 'Desk chain' });
  await actWithReason(risk, network, 'Halt');
  await network.getByText('Halted by an operator').waitFor();
  await actWithReason(risk, network, 'Open again', 'Ask for approval');
  await network.getByText('A request waits for a second operator').waitFor();
  await approve(administrator, 'Open a halted network');
  await network.getByRole('button', { name: 'Halt' }).waitFor();
});

/** Report a transaction as one that did not arrive, on a phone. */
async function report(hash: string): Promise<void> {
  const { page } = owner;
  await page.getByRole('button', { name: 'Report one' }).click();
  const dialog = page.getByRole('dialog', { name: 'A deposit that did not arrive' });
  await choose(page, 'Network of the transaction', 'Desk chain');
  await dialog.getByRole('textbox', { name: 'Transaction' }).fill(hash);
  await dialog.getByRole('button', { name: 'Send', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
}

it('hears of a deposit that did not arrive, pays one back and refuses another', async () => {
  await owner.page.goto(`${fixture.server.address}/en_US/assetManagement/topup`);
  const own = owner.page.getByRole('region', { name: 'Deposits that did not arrive' });
  await own.getByText('Nothing reported').waitFor();
  await report(`0x${'ab'.repeat(32)}`);
  await own.getByText('We look at it').waitFor();
  await report(`0x${'cd'.repeat(32)}`);
  await expect.poll(() => own.getByText('We look at it').count()).toBe(2);
  expect(await findBarriers(owner.page)).toEqual([]);
  const decide = async (hash: string, outcome: 'Settle' | 'Refuse') => {
    await open(finance, 'claims');
    await finance.page.getByRole('link').filter({ hasText: hash }).click();
    await finance.page.getByText('Nothing was seen', { exact: true }).waitFor();
    const main = finance.page.getByRole('main');
    await main.getByRole('button', { name: outcome, exact: true }).click();
    const dialog = finance.page.locator('.ui-dialog');
    await dialog.getByLabel('Reason').fill('looked at with a node');
    if (outcome === 'Settle') {
      await dialog.getByLabel('Transaction that paid it back').fill(`0x${'ef'.repeat(32)}`);
    }
    await dialog.getByRole('button', { name: 'Ask for approval', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await finance.page.getByText('A request waits for a second operator').waitFor();
    await approve(administrator, 'Decide a claim of a deposit');
  };
  await decide('abab', 'Settle');
  await decide('cdcd', 'Refuse');
  await owner.page.reload();
  await own.getByText('Paid back', { exact: true }).waitFor();
  await own.getByText('Refused', { exact: true }).waitFor();
  // On a phone a card says both, each on a line of its own.
  await owner.page.setViewportSize({ width: 390, height: 844 });
  const paid = own.getByRole('row').filter({ hasText: 'efef' });
  const readFeet = () =>
    paid
      .locator('[data-card="foot"]')
      .evaluateAll((feet) =>
        feet
          .map((foot) => foot.getBoundingClientRect())
          .map(({ top, bottom }) => ({ top, bottom })),
      );
  await expect.poll(async () => (await readFeet()).length).toBe(2);
  const [network, by] = await readFeet();
  expect(by?.top).toBeGreaterThanOrEqual(network?.bottom ?? Number.POSITIVE_INFINITY);
  await owner.page.setViewportSize({ width: 1440, height: 900 });
  await owner.page.goto(`${fixture.server.address}/en_US/inMail/noticeNavList`);
  await owner.page.getByText('Your reported deposit was paid back').first().waitFor();
  await owner.page.getByText('Your reported deposit was refused').first().waitFor();
});

it('sets between which levels a coin is held, by two', async () => {
  const { page } = finance;
  await open(finance, 'cold');
  const table = page.getByRole('table', { name: 'Levels and limits' });
  const row = table.getByRole('row').filter({ hasText: 'Desk chain' });
  await row.getByText('2, 5, 8 % of what is owed').waitFor();
  await row.getByRole('button', { name: 'Change', exact: true }).click();
  const dialog = page.locator('.ui-dialog');
  for (const [name, value] of [
    ['Low', '1'],
    ['Target', '2.5'],
    ['High', '4'],
  ] as const) {
    await dialog.getByRole('textbox', { name }).fill(value);
  }
  await dialog.getByLabel('Reason').fill('as agreed');
  await dialog.getByRole('button', { name: 'Ask for approval', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await approve(administrator, 'Set levels and limits of a coin');
  await open(finance, 'cold');
  await row.filter({ hasText: /1\s*·\s*2\.5\s*·\s*4\s*ETH/ }).waitFor();
  await row.getByRole('button', { name: 'Change', exact: true }).click();
  await expect.poll(() => dialog.getByRole('textbox', { name: 'Target' }).inputValue()).toBe('2.5');
});

it('shows custody as it stands, and what keeps the owner from withdrawing', async () => {
  const { page } = administrator;
  await open(administrator, 'custody');
  await page.getByRole('region', { name: 'Signer' }).getByText('Signs', { exact: true }).waitFor();
  const wallets = page.getByRole('table', { name: 'Hot wallets' });
  await wallets.getByText('Desk chain').waitFor();
  await open(administrator, `people/${ownerId}`);
  await page.getByRole('region', { name: 'Withdrawal locks' }).getByText('C2C purchase').waitFor();
  const complaints = [owner, finance, risk, administrator].flatMap((one) => one.complaints);
  expect(complaints).toEqual([]);
});
