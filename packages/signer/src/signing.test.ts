// What is signed, read with libraries that took no part in signing it.
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { payments, Transaction as BitcoinTransaction } from 'bitcoinjs-lib';
import {
  decodeFunctionData,
  erc20Abi,
  keccak256,
  parseTransaction,
  recoverTransactionAddress,
} from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Keys, readEntropy } from './keys.ts';
import {
  COLD,
  HOT,
  makeEvmRequest,
  makeInput,
  makeTestFolder,
  makeUtxoRequest,
  openSigner,
  PAYEE,
  TOKEN,
  UTXO_PAYEE,
  WORDS,
} from './testing/folder.ts';

const keys = new Keys(readEntropy(WORDS));
const place = (account: 0 | 1 | 2, index = 0, change: 0 | 1 = 0) => ({ account, change, index });

let folder: Awaited<ReturnType<typeof makeTestFolder>>;
let signer: Awaited<ReturnType<typeof openSigner>>;
beforeAll(async () => {
  folder = await makeTestFolder();
  signer = await openSigner(folder.folder);
});
afterAll(() => {
  signer.close();
  folder.remove();
});

async function readEvm(raw: string) {
  const bytes = `0x02${raw.slice(2)}` as const;
  return {
    ...parseTransaction(bytes),
    from: await recoverTransactionAddress({ serializedTransaction: bytes }),
  };
}

describe('an EVM transaction', () => {
  it('of a token is transfer to the payee, from the hot address, on its chain', async () => {
    const signed = await signer.call('sign', makeEvmRequest());
    const read = await readEvm(signed.raw);
    expect(read).toMatchObject({ type: 'eip1559', chainId: 31_337, from: HOT, gas: 65_000n });
    expect(read.to).toBe(TOKEN.toLowerCase());
    expect(read.value ?? 0n).toBe(0n);
    expect(read.maxFeePerGas).toBe(20_000_000_000n);
    expect(read.maxPriorityFeePerGas).toBe(1_000_000_000n);
    const data = decodeFunctionData({ abi: erc20Abi, data: read.data ?? '0x' });
    expect(data).toEqual({ functionName: 'transfer', args: [PAYEE, 1_000_000n] });
    expect(read.accessList ?? []).toEqual([]);
    expect(signed.txid).toBe(keccak256(`0x${signed.raw}`));
    expect(signed.feeRaw).toBe(String(65_000n * 20_000_000_000n));
  });

  it('of the coin of the chain has value and no data', async () => {
    const outputs = [{ paymentId: 'p1', to: PAYEE, raw: '1500000000000000000' }];
    const request = makeEvmRequest({ requestId: 'r1', nonce: 1, token: null, outputs });
    const read = await readEvm((await signer.call('sign', request)).raw);
    expect(read).toMatchObject({ from: HOT, nonce: 1, value: 1_500_000_000_000_000_000n });
    expect(read.to).toBe(PAYEE.toLowerCase());
    expect(read.data).toBeUndefined();
  });

  it('is bumped with the same payment and cancelled with nothing to itself', async () => {
    const fees = {
      gasLimit: 65_000,
      maxFeePerGas: '22500000000',
      maxPriorityFeePerGas: '1125000000',
    };
    const bump = makeEvmRequest({ requestId: 'b0', kind: 'bump', fees });
    const first = await readEvm((await signer.call('sign', makeEvmRequest())).raw);
    const second = await readEvm((await signer.call('sign', bump)).raw);
    expect([second.to, second.data, second.nonce]).toEqual([first.to, first.data, first.nonce]);
    expect(second.maxFeePerGas).toBe(22_500_000_000n);
    const higher = { ...fees, maxFeePerGas: '25312500000', maxPriorityFeePerGas: '1265625000' };
    const cancel = { requestId: 'c0', kind: 'cancel' as const, outputs: [], token: null };
    const request = makeEvmRequest({ ...cancel, fees: { ...higher, gasLimit: 21_000 } });
    const read = await readEvm((await signer.call('sign', request)).raw);
    expect(read.to).toBe(HOT.toLowerCase());
    expect(read.value ?? 0n).toBe(0n);
    expect(read.data).toBeUndefined();
  });

  it('sweeps to own hot or listed cold addresses; a higher fee leaves less', async () => {
    const from = { account: 1, index: 4 } as const;
    const sweep = { kind: 'sweep', token: null, from, nonce: 0 } as const;
    const own = place(0);
    const outputs = [{ paymentId: 's0', to: HOT, raw: '900000000000000000', own }];
    const request = makeEvmRequest({ requestId: 's0', ...sweep, outputs });
    const read = await readEvm((await signer.call('sign', request)).raw);
    expect(read.from).toBe(keys.readAddress('evm', place(1, 4)));
    const fees = {
      ...request.fees,
      maxFeePerGas: '30000000000',
      maxPriorityFeePerGas: '2000000000',
    };
    const less = [{ paymentId: 's0', to: HOT, raw: '890000000000000000' }];
    const bump = { ...request, requestId: 's0b', kind: 'bump', outputs: less, fees } as const;
    expect((await readEvm((await signer.call('sign', bump)).raw)).value).toBe(
      890_000_000_000_000_000n,
    );
    const cold = [{ paymentId: 's1', to: COLD, raw: '1' }];
    const second = { ...sweep, requestId: 's1', nonce: 1, outputs: cold };
    expect((await signer.call('sign', makeEvmRequest(second))).raw).not.toBe('');
    const gas = [{ paymentId: 'g0', to: read.from, raw: '3900000000000000', own: place(1, 4) }];
    const tank = { kind: 'gas', from: { account: 2, index: 0 }, token: null } as const;
    const filled = makeEvmRequest({ requestId: 'g0', ...tank, outputs: gas });
    expect((await readEvm((await signer.call('sign', filled)).raw)).value).toBe(
      3_900_000_000_000_000n,
    );
  });
});

describe('a transaction of outputs', () => {
  /** Check each signature against the hash that another library makes. */
  function checkInputs(
    raw: string,
    inputs: ReturnType<typeof makeInput>[],
    family: 'btc_regtest' | 'ltc_regtest' = 'btc_regtest',
  ) {
    const read = BitcoinTransaction.fromHex(raw);
    for (const [at, input] of read.ins.entries()) {
      const { publicKey } = keys.readChild(family, inputs[at] ?? makeInput(0));
      const [signature, key] = input.witness;
      expect(Buffer.from(key ?? []).equals(publicKey)).toBe(true);
      const { output = new Uint8Array() } = payments.p2pkh({ pubkey: publicKey });
      const value = BigInt(inputs[at]?.raw ?? 0);
      const hash = read.hashForWitnessV0(at, output, value, BitcoinTransaction.SIGHASH_ALL);
      const der = (signature ?? new Uint8Array()).slice(0, -1);
      const options = { prehash: false, format: 'der' } as const;
      expect(secp256k1.verify(der, hash, publicKey, options)).toBe(true);
      expect(input.sequence).toBe(0xfffffffd);
    }
    return read;
  }

  it('pays, gives back what is left, and costs what was asked', async () => {
    const signed = await signer.call('sign', makeUtxoRequest());
    const read = checkInputs(signed.raw, [makeInput(0)]);
    expect(read.outs.map(({ value }) => value)).toEqual([10_000_000n, 39_998_590n]);
    expect(read.virtualSize()).toBeLessThanOrEqual(141);
    expect(read.virtualSize()).toBeGreaterThanOrEqual(140);
    expect(signed.txid).toBe(read.getId());
    const address = keys.readAddress('btc_regtest', place(0, 0, 1));
    expect(signed.changeOutput).toEqual({ address, raw: '39998590', vout: 1 });
  });

  it('is bumped by the fee that its size asks for, from what comes back', async () => {
    await signer.call('sign', makeUtxoRequest());
    const bump = makeUtxoRequest({ requestId: 'ub', kind: 'bump', fees: { feeRaw: '1550' } });
    expect(await signer.refusal('sign', bump)).toBe('fee_too_low');
    const signed = await signer.call('sign', { ...bump, fees: { feeRaw: '1551' } });
    const read = checkInputs(signed.raw, [makeInput(0)]);
    expect(read.outs.map(({ value }) => value)).toEqual([10_000_000n, 39_998_449n]);
    const fees = { feeRaw: '2000' };
    const cancel = { requestId: 'uc', kind: 'cancel' as const, outputs: [], fees };
    const back = await signer.call('sign', makeUtxoRequest(cancel));
    expect(checkInputs(back.raw, [makeInput(0)]).outs.map(({ value }) => value)).toEqual([
      49_998_000n,
    ]);
  });

  it('pays many from many, on each branch, and adds change below dust to the fee', async () => {
    const inputs = [makeInput(10), { ...makeInput(11), account: 0 as const, change: 1 as const }];
    const outputs = [
      { paymentId: 'm0', to: UTXO_PAYEE, raw: '50000000' },
      { paymentId: 'm1', to: '2N3oefVeg6stiTb5Kh3ozCSkaqmx91FDbsm', raw: '49997000' },
    ];
    const request = makeUtxoRequest({ requestId: 'um', inputs, outputs, fees: { feeRaw: '2800' } });
    const officers = await signer.refusal('sign', request);
    expect(officers).toBe('officers_missing');
    const small = outputs.map((output, at) => ({
      ...output,
      raw: at === 0 ? '19999000' : '20000000',
    }));
    const half = inputs.map((input) => ({ ...input, raw: '20001000' }));
    const signed = await signer.call('sign', { ...request, outputs: small, inputs: half });
    expect(signed).toMatchObject({ feeRaw: '3000', changeOutput: null });
    const read = checkInputs(signed.raw, half);
    expect(read.outs.map(({ value }) => value)).toEqual([19_999_000n, 20_000_000n]);
  });

  it('is the same on Litecoin, with its dust', async () => {
    const to = keys.readAddress('ltc_regtest', place(2, 9));
    const outputs = [{ paymentId: 'l0', to, raw: '2939' }];
    const request = makeUtxoRequest({ requestId: 'l0', network: 3, outputs });
    expect(await signer.refusal('sign', request)).toBe('amount_dust');
    const enough = [{ paymentId: 'l0', to, raw: '2940' }];
    const signed = await signer.call('sign', { ...request, outputs: enough });
    checkInputs(signed.raw, [makeInput(0)], 'ltc_regtest');
  });
});

describe('what a payment is', () => {
  it('is told in whole coins with the hash that officers sign', async () => {
    const payment = { paymentId: 'p9', network: 1, token: TOKEN, to: PAYEE, raw: '10000500000' };
    const { text, hash } = await signer.call('describe', payment);
    expect(text).toContain('10000.5 USDT (10000500000 raw units)');
    expect(text).toContain(`to ${PAYEE}`);
    expect(text).toContain('chain id 31337');
    expect(text).toContain(hash);
  });
});
