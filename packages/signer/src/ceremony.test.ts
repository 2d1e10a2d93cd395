import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { appointOfficers, createSigner, drillSigner } from './ceremony.ts';
import { readFingerprint } from './describe.ts';
import { Signer } from './signer.ts';
import { SCRYPT_COST, seal, unseal } from './seal.ts';
import { makeOfficer } from './testing/officer.ts';
import { makeTestFolder, openSigner, PASSPHRASE, policy, WORDS } from './testing/folder.ts';

describe('a ceremony', async () => {
  const made = await makeTestFolder();
  afterAll(made.remove);
  const { folder, created } = made;
  const again = { folder, passphrase: PASSPHRASE, policy };

  it('shows the words and the public keys of accounts, and seals the seed', () => {
    expect(created.words).toBe(WORDS);
    expect(created.accounts.map(({ family, account }) => `${family} ${account}`)).toEqual(
      ['evm', 'btc_regtest', 'ltc_regtest'].flatMap((family) =>
        [0, 1, 2].map((account) => `${family} ${account}`),
      ),
    );
    const file = readFileSync(join(folder, 'seed.json'), 'utf8');
    expect(file).not.toContain('junk');
  });

  it('opens with its passphrase alone', () => {
    const other = { folder, passphrase: 'another passphrase', readClock: Date.now };
    expect(() => new Signer(other)).toThrow('does not open');
  });

  it('is done once', async () => {
    await expect(createSigner(again)).rejects.toThrow('there is a signer');
  });

  it('appoints the first officers, and no others', async () => {
    const officers = [makeOfficer('ann', 'ES256').entry, makeOfficer('ben', 'EdDSA').entry];
    const wrong = { ...again, passphrase: 'another passphrase' };
    await expect(appointOfficers(wrong)).rejects.toThrow('does not open');
    await appointOfficers({ ...again, policy: { ...policy, officers } });
    const signer = await openSigner(folder);
    expect(await signer.call('status', {})).toMatchObject({ officersCount: 2, isFrozen: false });
    signer.close();
    await expect(appointOfficers(again)).rejects.toThrow('there are officers');
  });

  it('appoints nobody by a file that was not made with the seed, and takes it away', async () => {
    const other = await makeTestFolder();
    const officers = [makeOfficer('eve', 'ES256').entry, makeOfficer('mal', 'ES256').entry];
    const path = join(other.folder, 'appointment.json');
    const signer = await openSigner(other.folder);
    const code = '0'.repeat(64);
    for (const text of [JSON.stringify({ policy: { ...policy, officers }, code }), 'no JSON']) {
      writeFileSync(path, text);
      expect(await signer.call('status', {})).toMatchObject({ officersCount: 0, sequence: 1 });
      expect(existsSync(path)).toBe(false);
    }
    // One that runs takes the right one at its next call.
    await appointOfficers({ ...again, folder: other.folder, policy: { ...policy, officers } });
    expect(await signer.call('status', {})).toMatchObject({ officersCount: 2, sequence: 2 });
    expect((await signer.call('readPolicy', {})).officers).toEqual(officers);
    signer.close();
    other.remove();
  });

  it('knows an officer by what was enrolled, to the last digit', () => {
    const { entry } = makeOfficer('ann', 'ES256');
    expect(readFingerprint(entry)).toMatch(/^[0-9A-F]{4}( [0-9A-F]{4}){4}$/);
    expect(readFingerprint({ ...entry, officerId: 'ben' })).not.toBe(readFingerprint(entry));
  });

  it('drills: addresses of the seed or of the words are those that were stated', async () => {
    const signer = await openSigner(folder);
    const ask = { family: 'btc_regtest', account: 1, first: 0, count: 5 } as const;
    const stated = await signer.call('addresses', ask);
    signer.close();
    const addresses = stated.map(({ family, index, address, statement }) => {
      return { family, index, address, statement };
    });
    const drill = { folder, passphrase: PASSPHRASE, addresses, count: 8 };
    const found = { stated: 5, derived: 8 + 3 + 8, differing: [] };
    expect(drillSigner(drill)).toMatchObject(found);
    expect(drillSigner({ ...drill, words: WORDS })).toMatchObject(found);
    const moved = addresses.map((one, at) => (at === 2 ? { ...one, index: 7 } : one));
    expect(drillSigner({ ...drill, addresses: moved }).differing).toEqual(['btc_regtest 7']);
    const paper = `${'abandon '.repeat(23)}art`;
    expect(drillSigner({ ...drill, words: paper }).differing).toHaveLength(5);
  });

  it('takes no officer alone, twice, or with a key that cannot be checked', async () => {
    const [ann, ben] = [makeOfficer('ann', 'ES256').entry, makeOfficer('ben', 'ES256').entry];
    const appoint = (officers: unknown[]) =>
      makeTestFolder({ ...policy, officers } as typeof policy);
    await expect(appoint([ann])).rejects.toThrow('one officer alone');
    await expect(appoint([ann, { ...ben, publicKey: ann.publicKey }])).rejects.toThrow('twice');
    await expect(appoint([ann, { ...ben, publicKey: 'AAAA' }])).rejects.toThrow(
      'officer_key_invalid',
    );
  });
});

describe('a sealed seed', () => {
  it('costs 2^17 of scrypt where nothing else is said', () => {
    expect(SCRYPT_COST).toBe(131_072);
    expect(seal(new Uint8Array(32), PASSPHRASE).cost).toBe(131_072);
  });

  it('opens with its passphrase and unchanged alone', () => {
    const secret = Uint8Array.from({ length: 32 }, (_, at) => at);
    const sealed = seal(secret, PASSPHRASE, 16);
    expect(Uint8Array.from(unseal(sealed, PASSPHRASE))).toEqual(secret);
    expect(() => unseal(sealed, `${PASSPHRASE}.`)).toThrow('does not open');
    const changed = {
      ...sealed,
      sealed: sealed.sealed.replace(/^../, (two) => (two === '00' ? '01' : '00')),
    };
    expect(() => unseal(changed, PASSPHRASE)).toThrow('does not open');
    expect(() => unseal({ ...sealed, cost: 32 }, PASSPHRASE)).toThrow('does not open');
    expect(() => seal(secret, 'short')).toThrow('shorter');
  });
});
