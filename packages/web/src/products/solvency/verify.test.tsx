// The check of one's own balance in the browser, with golden numbers worked out by hand, and what
// the page says of it.
import { createHash } from 'node:crypto';
import { loadTexts } from '@isobath/texts';
import { UiProvider, type UiWords } from '@isobath/ui';
import type { OwnPaths } from '@isobath/wire';
import { encodeLeaf, encodeNode } from '@isobath/wire/sum-tree';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeAll, expect, test } from 'vitest';
import ReservesPage from './ReservesPage.tsx';
import { Result } from './CheckPanel.tsx';
import { checkPaths, type Proof, writePathFile } from './verify.ts';

const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();
const ROOT = '787403a62bb375b55e4cb8b58d40fedb4e38f30a542fba849d00e35229df5b44';
const leaves = [
  ['1000001', 100n],
  ['1000002', 250n],
  ['1000003', 7n],
  ['pad', 0n],
].map(([uid, sum], at) => {
  const leaf = { salt: Buffer.alloc(32, at + 1), uid: String(uid), sum: BigInt(sum ?? 0) };
  return { hash: digest(encodeLeaf(leaf)), sum: leaf.sum };
});
const [first, second, third, fourth] = leaves as [(typeof leaves)[0], ...typeof leaves];
const right = { hash: digest(encodeNode(third as never, fourth as never)), sum: 7n };

const head = { proofId: '3', at: 1_764_000_000_000, seq: '9', bundleHash: 'ab'.repeat(32) };
const own: OwnPaths = {
  ...head,
  uid: '1000002',
  leaves: [
    {
      assetId: 52,
      asset: 'USDT',
      scale: 2,
      units: '250',
      salt: '02'.repeat(32),
      path: [
        { side: 'left', hash: first.hash.toString('hex'), sum: '100' },
        { side: 'right', hash: right.hash.toString('hex'), sum: '7' },
      ],
    },
  ],
};
const coin = { assetId: 52, asset: 'USDT', liabilities: '3.57', debts: '0.00', root: ROOT };
const proof: Proof = {
  ...head,
  mode: 'sandbox',
  hasPaths: true,
  coins: [{ ...coin, holdings: '1.78', coverPpm: '498599' }],
};
const changed = (change: object): OwnPaths => ({
  ...own,
  leaves: own.leaves.map((leaf) => ({ ...leaf, ...change })),
});

test('the golden path leads to the published root, step by step', async () => {
  const [checked] = await checkPaths(own, proof);
  expect(checked).toMatchObject({ asset: 'USDT', amount: '2.50', isIncluded: true });
  expect(checked?.steps.map(({ sum }) => sum)).toEqual(['2.50', '3.50', '3.57']);
  expect(checked?.steps[0]?.hash).toBe(second?.hash.toString('hex'));
  expect(checked?.steps.at(-1)?.hash).toBe(ROOT);
  expect(checked?.steps[1]?.side).toBe('left');
});

test.each([
  ['another amount', { units: '251' }],
  ['another salt', { salt: '03'.repeat(32) }],
  ['a neighbour with another sum', { path: own.leaves[0]?.path.map((s) => ({ ...s, sum: '8' })) }],
  ['a neighbour on the other side', { path: own.leaves[0]?.path.toReversed() }],
  ['a way that ends early', { path: [] }],
  ['a sum that no tree can have', { units: String(2n ** 127n) }],
  ['another coin', { assetId: 1 }],
])('%s is not included', async (_name, change) => {
  const [checked] = await checkPaths(changed(change), proof);
  expect(checked?.isIncluded).toBe(false);
});

test('somebody else cannot show the leaf as theirs', async () => {
  const [checked] = await checkPaths({ ...own, uid: '1000003' }, proof);
  expect(checked?.isIncluded).toBe(false);
});

test('the file of the path has what the tool asks for', () => {
  expect(JSON.parse(writePathFile(own))).toMatchObject({
    format: 'isobath-reserves-path-1',
    bundleHash: own.bundleHash,
    uid: '1000002',
    sequence: 9,
  });
});

const words = new Proxy({}, { get: (_words, name) => String(name) }) as UiWords;
const plain = (html: string) => html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');

beforeAll(async () => {
  await Promise.all(
    (['solvency', 'kit', 'shell'] as const).map((name) => loadTexts('en_US', name)),
  );
});

function draw(part: React.ReactNode): string {
  const router = createMemoryRouter([{ path: '*', element: part }], {
    initialEntries: ['/en_US/'],
  });
  return plain(
    renderToStaticMarkup(
      <UiProvider settings={{ locale: 'en-US', words }}>
        <RouterProvider router={router} />
      </UiProvider>,
    ),
  );
}

test('a result names each coin, and says what is wrong', async () => {
  const good = draw(<Result checked={{ own, leaves: await checkPaths(own, proof) }} />);
  expect(good).toContain('Every balance of UID 1000002 is part of the published sum.');
  expect(good).toContain('2.5 USDT Included');
  expect(good).toContain('The same root and the same sum are published');
  const wrong = changed({ units: '1' });
  const bad = draw(<Result checked={{ own: wrong, leaves: await checkPaths(wrong, proof) }} />);
  expect(bad).toContain('A balance of UID 1000002 is not part');
  expect(bad).toContain('This is not the published root');
  expect(draw(<Result checked={{ own: { ...own, leaves: [] }, leaves: [] }} />)).toContain(
    'You had no balance',
  );
});

test('a guest reads cover and the words about a sandbox, and is led to log in', () => {
  const props = { loaderData: { proofs: [head], proof } } as never;
  const page = draw(<ReservesPage {...(props as React.ComponentProps<typeof ReservesPage>)} />);
  expect(page).toContain('This is a sandbox.');
  expect(page).toContain('49.85');
  expect(page).toContain('Log in to check');
  const none = { loaderData: { proofs: [], proof: null } } as never;
  expect(draw(<ReservesPage {...(none as React.ComponentProps<typeof ReservesPage>)} />)).toContain(
    'There is no proof yet',
  );
});
