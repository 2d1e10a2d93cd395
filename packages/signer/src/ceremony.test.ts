import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { appointOfficers, createSigner } from './ceremony.ts';
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
