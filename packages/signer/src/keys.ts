// Keys below one seed: accounts of every family, and the key of statements. What leaves are public
// keys of accounts, addresses and signatures; a private key of a child together with the public key
// of its account would give away the account.
// Not here: the seed at rest (seal.ts), what may be signed (signer.ts).

import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519.js';
import { HDKey } from '@scure/bip32';
import { entropyToMnemonic, mnemonicToEntropy, mnemonicToSeedSync } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import {
  type Account,
  type AddressStatement,
  encodeStatement,
  type Family,
  type Place,
  readAccountPath,
  readAddress,
} from './addresses.ts';

const SEED_BYTES = 32;

/** A place below an account. */
export interface KeyPlace extends Place {
  readonly account: Account;
}

/** A key that signs one input or one transaction. */
interface ChildKey {
  readonly privateKey: Uint8Array;
  readonly publicKey: Uint8Array;
  readonly address: string;
}

/** 256 new random bits. */
export function makeEntropy(): Uint8Array {
  return randomBytes(SEED_BYTES);
}

/** The words of a seed: 24 for 256 bits. */
export function readWords(entropy: Uint8Array): string {
  return entropyToMnemonic(entropy, wordlist);
}

/** The seed of words. @throws when a word or the checksum is wrong. */
export function readEntropy(words: string): Uint8Array {
  return mnemonicToEntropy(words, wordlist);
}

/** All keys of one seed. */
export class Keys {
  readonly #master: HDKey;
  readonly #statementKey: Uint8Array;
  readonly #codeKey: Uint8Array;
  readonly #accounts = new Map<string, HDKey>();

  constructor(entropy: Uint8Array) {
    const seed = mnemonicToSeedSync(readWords(entropy));
    this.#master = HDKey.fromMasterSeed(seed);
    const info = 'isobath signer statement key';
    this.#statementKey = new Uint8Array(hkdfSync('sha256', seed, '', info, 32));
    this.#codeKey = new Uint8Array(
      hkdfSync('sha256', seed, '', 'isobath signer appointment key', 32),
    );
    seed.fill(0);
  }

  /** The public key of an account, from which all its addresses follow. */
  readAccountKey(family: Family, account: Account): string {
    return this.#accountOf(family, account).publicExtendedKey;
  }

  /** The public key of statements, in hex. */
  readStatementKey(): string {
    return Buffer.from(ed25519.getPublicKey(this.#statementKey)).toString('hex');
  }

  /** The address at a place. */
  readAddress(family: Family, place: KeyPlace): string {
    return readAddress(family, this.#publicKeyOf(family, place));
  }

  /** The key at a place; it stays inside this process. */
  readChild(family: Family, { account, change, index }: KeyPlace): ChildKey {
    const child = this.#accountOf(family, account).deriveChild(change).deriveChild(index);
    const { privateKey, publicKey } = child;
    if (privateKey === null || publicKey === null) throw new Error('no key at this place');
    return { privateKey, publicKey, address: readAddress(family, publicKey) };
  }

  /** Sign a statement about an address of ours. */
  signStatement(statement: AddressStatement): string {
    return this.#sign(encodeStatement(statement));
  }

  /** Sign what this process says about a payment; the text begins with its purpose. */
  signDescription(text: string): string {
    return this.#sign(Buffer.from(`isobath payment described\n${text}`));
  }

  /** Sign what this process says about an act of officers. */
  signAct(text: string): string {
    return this.#sign(Buffer.from(`isobath act described\n${text}`));
  }

  /** A code over a text that nobody makes without the seed, in hex. */
  makeCode(text: string): string {
    return createHmac('sha256', this.#codeKey).update(text).digest('hex');
  }

  #sign(message: Uint8Array): string {
    return Buffer.from(ed25519.sign(message, this.#statementKey)).toString('hex');
  }

  #publicKeyOf(family: Family, place: KeyPlace): Uint8Array {
    return this.readChild(family, place).publicKey;
  }

  #accountOf(family: Family, account: Account): HDKey {
    const path = readAccountPath(family, account);
    const found = this.#accounts.get(path) ?? this.#master.derive(path);
    this.#accounts.set(path, found);
    return found;
  }
}
