import { afterAll, describe, expect, it } from 'vitest';
import { deriveAddress, isEvmAddress, isStatementGood, readScript } from './addresses.ts';
import { Keys, makeEntropy, readEntropy, readWords } from './keys.ts';
import { makeTestFolder, openSigner, WORDS } from './testing/folder.ts';

const keys = new Keys(readEntropy(WORDS));

describe('addresses from account public keys', () => {
  it.each([
    ['evm', 0, 0, '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'],
    ['evm', 1, 0, '0x8C8d35429F74ec245F8Ef2f4Fd1e551cFF97d650'],
    ['btc_regtest', 0, 0, 'bcrt1qquv9lg5g2r4jkr0ahun0ddfg5xntxjelwjpnuw'],
    ['btc_regtest', 1, 0, 'bcrt1qddd479298yf4mtzdxwudkd7npj7ln3s5g9awk3'],
  ] as const)('are the known ones of %s, account %i', (family, account, change, address) => {
    const key = keys.readAccountKey(family, account);
    expect(key).toMatch(/^xpub/);
    expect(deriveAddress(key, family, { change, index: 0 })).toBe(address);
  });

  it('are those that the keys have, at every place', () => {
    for (const family of ['evm', 'btc', 'ltc'] as const) {
      const key = keys.readAccountKey(family, 1);
      for (let index = 0; index < 8; index += 1) {
        const place = { change: 0, index } as const;
        const own = keys.readAddress(family, { ...place, account: 1 });
        expect(deriveAddress(key, family, place)).toBe(own);
      }
    }
  });

  it('have the prefix of their chain', () => {
    const address = (family: 'btc' | 'ltc' | 'ltc_regtest') =>
      keys.readAddress(family, { account: 0, change: 0, index: 0 });
    expect(address('btc')).toMatch(/^bc1q/);
    expect(address('ltc')).toMatch(/^ltc1q/);
    expect(address('ltc_regtest')).toMatch(/^rltc1q/);
  });

  it('are refused in any form but their one', () => {
    expect(isEvmAddress('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')).toBe(true);
    expect(isEvmAddress('0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266')).toBe(false);
    const regtest = 'bcrt1qquv9lg5g2r4jkr0ahun0ddfg5xntxjelwjpnuw';
    expect(readScript('btc_regtest', regtest)).toHaveLength(22);
    expect(readScript('btc_regtest', regtest.toUpperCase())).toBeUndefined();
    expect(readScript('btc', regtest)).toBeUndefined();
    expect(readScript('btc_regtest', `${regtest.slice(0, -1)}x`)).toBeUndefined();
  });
});

describe('a seed', () => {
  it('has 256 bits and 24 words, which bring it back', () => {
    const entropy = makeEntropy();
    expect(entropy).toHaveLength(32);
    const words = readWords(entropy);
    expect(words.split(' ')).toHaveLength(24);
    expect(Buffer.from(readEntropy(words))).toEqual(Buffer.from(entropy));
    expect(() => readEntropy(words.replace(/^\w+/, 'isobath'))).toThrow();
  });
});

describe('statements about addresses', async () => {
  const { folder, created, remove } = await makeTestFolder();
  afterAll(remove);

  it('hold for the family, account, index and address that they name alone', async () => {
    const signer = await openSigner(folder);
    const body = { family: 'evm', account: 1, first: 0, count: 2 } as const;
    const [first, second] = await signer.call('addresses', body);
    signer.close();
    const { statementKey } = created;
    if (first === undefined || second === undefined) throw new Error('two were asked for');
    const { statement, ...named } = first;
    expect(named.address).toBe('0x8C8d35429F74ec245F8Ef2f4Fd1e551cFF97d650');
    expect(isStatementGood(statementKey, named, statement)).toBe(true);
    expect(isStatementGood(statementKey, { ...named, index: 1 }, statement)).toBe(false);
    expect(isStatementGood(statementKey, { ...named, account: 0 }, statement)).toBe(false);
    const swapped = { ...named, address: second.address };
    expect(isStatementGood(statementKey, swapped, statement)).toBe(false);
    expect(isStatementGood(statementKey, named, second.statement)).toBe(false);
    expect(isStatementGood(statementKey, named, '')).toBe(false);
  });
});
