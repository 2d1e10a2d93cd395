// Properties of random requests: a payment has one family, caps hold in every hour and day, and a
// restart changes nothing.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashPolicy } from './policy.ts';
import {
  HOT,
  makeEvmRequest,
  makeInput,
  makeTestFolder,
  makeUtxoRequest,
  openSigner,
  PAYEE,
  policy,
  TOKEN,
  UTXO_PAYEE,
} from './testing/folder.ts';

const HOUR_MS = 3_600_000;

describe('what is outside', () => {
  let folder: Awaited<ReturnType<typeof makeTestFolder>>;
  let signer: Awaited<ReturnType<typeof openSigner>>;
  beforeAll(async () => {
    folder = await makeTestFolder();
    signer = await openSigner(folder.folder);
    await signer.call('sign', makeEvmRequest());
    await signer.call('sign', makeUtxoRequest());
  });
  afterAll(() => {
    signer.close();
    folder.remove();
  });

  const output = { paymentId: 'x', to: PAYEE, raw: '1000000' };
  const bumped = {
    gasLimit: 65_000,
    maxFeePerGas: '22500000000',
    maxPriorityFeePerGas: '1125000000',
  };
  const fresh = { requestId: 'x', nonce: 1, outputs: [output] };
  const evm = (change: object) => ({ ...makeEvmRequest(fresh), ...change });
  const bump = (change: object) => evm({ kind: 'bump', nonce: 0, fees: bumped, ...change });
  const own = { account: 1, change: 0, index: 7 };
  const otherPayment = { paymentId: 'y', to: UTXO_PAYEE, raw: '10000000' };
  const utxo = (change: object) => ({ ...makeUtxoRequest({ requestId: 'y' }), ...change });

  it.each([
    ['another body under an id', evm({ requestId: 'r0' }), 'request_reused!'],
    ['a used nonce', evm({ nonce: 0 }), 'nonce_foreign!'],
    ['a nonce that leaves a gap', evm({ nonce: 2 }), 'nonce_foreign!'],
    ['a payment in a second family', evm({ outputs: makeEvmRequest().outputs }), 'payment_bound!'],
    [
      'a bump to another address',
      bump({ outputs: [{ ...output, paymentId: 'p0', to: HOT }] }),
      'outputs_differ!',
    ],
    [
      'a bump of another amount',
      bump({ outputs: [{ ...output, paymentId: 'p0', raw: '1' }] }),
      'outputs_differ!',
    ],
    [
      'a bump of another token',
      bump({ outputs: makeEvmRequest().outputs, token: null }),
      'outputs_differ!',
    ],
    ['a bump of nothing', bump({ nonce: 1 }), 'family_unknown'],
    [
      'a bump that nodes would not take',
      bump({ outputs: makeEvmRequest().outputs, fees: { ...bumped, maxFeePerGas: '22499999999' } }),
      'fee_too_low',
    ],
    ['a cancel that pays', bump({ kind: 'cancel' }), 'outputs_differ!'],
    ['an unknown network', evm({ network: 9 }), 'network_unknown'],
    ['a token that is not listed', evm({ token: PAYEE }), 'asset_unlisted!'],
    [
      'an address without its checksum',
      evm({ outputs: [{ ...output, to: PAYEE.toLowerCase() }] }),
      'address_invalid',
    ],
    ['the contract as payee', evm({ outputs: [{ ...output, to: TOKEN }] }), 'address_invalid'],
    [
      'the zero address',
      evm({ outputs: [{ ...output, to: `0x${'0'.repeat(40)}` }] }),
      'address_invalid',
    ],
    ['nothing to nobody', evm({ outputs: [{ ...output, raw: '0' }] }), 'amount_zero'],
    [
      'two payments at once on an EVM chain',
      evm({ outputs: [output, { ...output, paymentId: 'x2' }] }),
      'shape_invalid',
    ],
    [
      'a withdrawal from a deposit address',
      evm({ from: { account: 1, index: 0 }, nonce: 0 }),
      'source_not_for_kind',
    ],
    [
      'a sweep to a stranger',
      evm({ kind: 'sweep', nonce: 0, from: { account: 1, index: 0 } }),
      'address_not_own!',
    ],
    [
      'gas to a stranger',
      evm({ kind: 'gas', nonce: 0, token: null, from: { account: 2, index: 0 } }),
      'address_not_own!',
    ],
    [
      'gas to an address that is not at its place',
      evm({
        kind: 'gas',
        nonce: 0,
        token: null,
        from: { account: 2, index: 0 },
        outputs: [{ ...output, own }],
      }),
      'address_not_own!',
    ],
    [
      'a fee above its ceiling',
      evm({ fees: { ...bumped, maxFeePerGas: '500000000001' } }),
      'fee_above_ceiling!',
    ],
    [
      'gas above its ceiling',
      evm({ fees: { ...bumped, gasLimit: 100_001 } }),
      'fee_above_ceiling!',
    ],
    [
      'more than a transaction may',
      evm({ outputs: [{ ...output, raw: '50000000001' }] }),
      'cap_transaction!',
    ],
    ['data', { ...evm({}), data: '0x1234' }, 'shape_invalid'],
    ['an amount that is no text', evm({ outputs: [{ ...output, raw: 1 }] }), 'shape_invalid'],
    ['a negative amount', evm({ outputs: [{ ...output, raw: '-1' }] }), 'shape_invalid'],
    ['outputs on an EVM chain', { ...utxo({}), network: 1 }, 'shape_invalid'],
    ['a root in a second family', utxo({ outputs: [otherPayment] }), 'outpoint_foreign!'],
    ['a root behind another', utxo({ inputs: [makeInput(5), makeInput(0)] }), 'outpoint_foreign!'],
    [
      'another amount of an outpoint',
      utxo({ kind: 'bump', inputs: [makeInput(0, '60000000')] }),
      'outpoint_amount_differs!',
    ],
    ['a bump without the root', utxo({ kind: 'bump', inputs: [makeInput(5)] }), 'family_unknown'],
    ['an outpoint twice', utxo({ inputs: [makeInput(5), makeInput(5)] }), 'outpoint_twice'],
    [
      'less in than out',
      utxo({ inputs: [makeInput(5, '10000000')], outputs: [otherPayment] }),
      'inputs_short',
    ],
    [
      'an address of the main chain',
      utxo({
        inputs: [makeInput(5)],
        outputs: [
          { paymentId: 'y', to: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', raw: '1000' },
        ],
      }),
      'address_invalid',
    ],
    [
      'a fee nobody relays',
      utxo({
        inputs: [makeInput(5)],
        outputs: [otherPayment],
        fees: { feeRaw: '140' },
      }),
      'fee_too_low',
    ],
    [
      'a fee rate above its ceiling',
      utxo({
        inputs: [makeInput(5)],
        outputs: [otherPayment],
        fees: { feeRaw: '28201' },
      }),
      'fee_above_ceiling!',
    ],
  ])('%s is refused and changes nothing', async (_, request, code) => {
    const before = (await signer.answer('status', {})).head;
    expect(await signer.refusal('sign', request)).toBe(code);
    expect((await signer.answer('status', {})).head).toEqual(before);
  });

  it('gas for a deposit address is at most three times the estimate', async () => {
    const created = await signer.call('addresses', {
      family: 'evm',
      account: 1,
      first: 7,
      count: 1,
    });
    const to = created[0]?.address ?? '';
    const tank = { kind: 'gas', nonce: 0, token: null, from: { account: 2, index: 0 } };
    // 3 x 65,000 x 20 gwei.
    const gas = (raw: string) => evm({ ...tank, outputs: [{ paymentId: 'x', to, raw, own }] });
    expect(await signer.refusal('sign', gas('3900000000000001'))).toBe('gas_above_estimate!');
    expect(await signer.refusal('sign', gas('3900000000000000'))).toBe('done');
  });

  it('the same id and body gives the same bytes, whatever came between', async () => {
    const first = await signer.call('sign', makeEvmRequest());
    const again = await openSigner(folder.folder);
    expect(await again.call('sign', makeEvmRequest())).toEqual(first);
    again.close();
  });
});

interface Step {
  /** From the next free one. */
  readonly nonceAway: number;
  readonly payment: number;
  readonly raw: number;
  readonly kind: 'withdraw' | 'bump' | 'cancel';
  readonly pauseMs: number;
  readonly restarts: boolean;
}

const steps = fc.array(
  fc.record<Step>({
    nonceAway: fc.constantFrom(0, 0, 0, 1, -1, -2),
    payment: fc.integer({ min: 0, max: 9 }),
    raw: fc.integer({ min: 1, max: 5 }),
    kind: fc.constantFrom('withdraw', 'withdraw', 'bump', 'cancel'),
    pauseMs: fc.constantFrom(0, 20 * 60_000, HOUR_MS, 7 * HOUR_MS, -5 * HOUR_MS),
    restarts: fc.constantFrom(false, false, false, false, false, true),
  }),
  { minLength: 12, maxLength: 20 },
);

/** The clock goes back before anything is signed: counted is from the first signature on. */
const clockBackFirst = [-5, 0, 0, 0, 1, 0, 0, 0].map(
  (pauseHours, payment): Step => ({
    nonceAway: 0,
    payment,
    raw: 4,
    kind: 'withdraw',
    pauseMs: pauseHours * HOUR_MS,
    restarts: false,
  }),
);

const hourCapRaw = 20_000n;
const dayCapRaw = 45_000n;

/** The policy of tests with an hour of 20,000 USDT and a day of 45,000. */
function makeTightPolicy() {
  const tight = structuredClone(policy);
  const asset = tight.networks[0]?.assets[1];
  if (asset === undefined) throw new Error('no token');
  Object.assign(asset, { perHourRaw: `${hourCapRaw}000000`, perDayRaw: `${dayCapRaw}000000` });
  return tight;
}

describe('random requests', () => {
  it('never pay twice and never pass a cap, over restarts and clocks that go back', async () => {
    const run = async (sequence: readonly Step[]) => {
      const { folder, remove } = await makeTestFolder(makeTightPolicy());
      let nowMs = 1_800_000_000_000;
      let signer = await openSigner(folder, { readClock: () => nowMs });
      const paid = new Map<string, Set<number>>();
      const sums: { atMs: number; raw: bigint }[] = [];
      // The signer's time: never before what it signed last.
      let [lastSignedMs, feeStep, nextNonce] = [0, 0, 0];
      for (const [at, { nonceAway, payment, raw, kind, pauseMs, restarts }] of sequence.entries()) {
        nowMs += pauseMs;
        if (restarts) {
          signer.close();
          signer = await openSigner(folder, { readClock: () => nowMs });
        }
        feeStep += 1;
        const nonce = Math.max(0, nextNonce + nonceAway);
        const fee = String(Math.ceil(1_000_000_000 * 1.13 ** feeStep));
        const isCancel = kind === 'cancel';
        const request = makeEvmRequest({
          requestId: `r${at}`,
          kind,
          nonce,
          outputs: isCancel
            ? []
            : [{ paymentId: `p${payment}`, to: PAYEE, raw: `${raw * 2000}000000` }],
          fees: { gasLimit: 65_000, maxFeePerGas: fee, maxPriorityFeePerGas: fee },
        });
        const answer = await signer.answer('sign', request);
        if (!answer.isDone) continue;
        lastSignedMs = Math.max(lastSignedMs, nowMs);
        if (isCancel) continue;
        const nonces = paid.get(`p${payment}`) ?? new Set();
        paid.set(`p${payment}`, nonces.add(nonce));
        if (kind !== 'withdraw') continue;
        nextNonce += 1;
        sums.push({ atMs: lastSignedMs, raw: BigInt(raw * 2000) });
      }
      signer.close();
      remove();
      for (const nonces of paid.values()) expect(nonces.size).toBe(1);
      for (const { atMs } of sums) {
        const within = (spanMs: number) =>
          sums.filter((row) => row.atMs <= atMs && row.atMs > atMs - spanMs);
        const sum = (rows: typeof sums) => rows.reduce((total, { raw }) => total + raw, 0n);
        expect(sum(within(HOUR_MS))).toBeLessThanOrEqual(hourCapRaw);
        expect(sum(within(24 * HOUR_MS))).toBeLessThanOrEqual(dayCapRaw);
      }
      return sums.length;
    };
    let signed = 0;
    const property = fc.asyncProperty(steps, async (sequence) => {
      signed += await run(sequence);
    });
    await fc.assert(property, { numRuns: 4, examples: [[clockBackFirst]] });
    expect(signed).toBeGreaterThan(5);
  });

  it('are counted in the hour in which they were signed', async () => {
    const { folder, remove } = await makeTestFolder(makeTightPolicy());
    let nowMs = 1_800_000_000_000;
    const signer = await openSigner(folder, { readClock: () => nowMs });
    const pay = (number: number) =>
      signer.refusal(
        'sign',
        makeEvmRequest({
          requestId: `r${number}`,
          nonce: number,
          outputs: [{ paymentId: `p${number}`, to: PAYEE, raw: '10000000000' }],
        }),
      );
    expect([await pay(0), await pay(1), await pay(2)]).toEqual(['done', 'done', 'cap_hour']);
    nowMs -= 48 * HOUR_MS;
    expect(await pay(2)).toBe('cap_hour');
    nowMs += 49 * HOUR_MS;
    expect([await pay(2), await pay(3)]).toEqual(['done', 'done']);
    nowMs += HOUR_MS;
    expect(await pay(4)).toBe('cap_day');
    signer.close();
    remove();
  });
});

it('the hash of a policy depends on every cap', () => {
  const other = makeTightPolicy();
  expect(hashPolicy(other)).not.toBe(hashPolicy(policy));
  expect(hashPolicy(structuredClone(policy))).toBe(hashPolicy(policy));
});
