// Addresses from account public keys, and statements about them: no secret is needed for either.
// Not here: where the keys come from (keys.ts).
// A door of the package: the pool of custody, the edge, and drills use it; so does the signer.

import { ed25519 } from '@noble/curves/ed25519.js';
import { HDKey } from '@scure/bip32';
import { Address, OutScript, p2wpkh } from '@scure/btc-signer';
import { addr } from 'micro-eth-signer';

/** Chains whose addresses look alike and whose keys have one path. */
export type Family = 'evm' | 'btc' | 'ltc' | 'btc_regtest' | 'ltc_regtest';

/** Families whose coins are outputs. */
export type UtxoFamily = Exclude<Family, 'evm'>;

/** What accounts are for, by their number in the path. */
export const ACCOUNTS = { hot: 0, deposits: 1, gas: 2 } as const;

/** One of 0, 1, 2: see {@link ACCOUNTS}. */
export type Account = (typeof ACCOUNTS)[keyof typeof ACCOUNTS];

/** Where an address stands below its account: change is 1 for what comes back, otherwise 0. */
export interface Place {
  readonly change: 0 | 1;
  readonly index: number;
}

/** What the signer states about an address. */
export interface AddressStatement {
  readonly family: Family;
  readonly account: Account;
  readonly index: number;
  readonly address: string;
}

/** Prefixes of a chain, as the library wants them. */
export const utxoChains = {
  btc: { bech32: 'bc', pubKeyHash: 0x00, scriptHash: 0x05, wif: 0x80 },
  btc_regtest: { bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef },
  ltc: { bech32: 'ltc', pubKeyHash: 0x30, scriptHash: 0x32, wif: 0xb0 },
  ltc_regtest: { bech32: 'rltc', pubKeyHash: 0x6f, scriptHash: 0x3a, wif: 0xef },
} as const;

const coinTypes = { evm: 60, btc: 0, ltc: 2, btc_regtest: 1, ltc_regtest: 1 } as const;

/** The path of an account, such as `m/84'/0'/1'`. */
export function readAccountPath(family: Family, account: Account): string {
  return `m/${family === 'evm' ? 44 : 84}'/${coinTypes[family]}'/${account}'`;
}

/** The address that a public key has. @param publicKey - compressed, 33 bytes. */
export function readAddress(family: Family, publicKey: Uint8Array): string {
  if (family === 'evm') return addr.fromPublicKey(publicKey);
  const { address } = p2wpkh(publicKey, utxoChains[family]);
  if (address === undefined) throw new Error(`no address in family ${family}`);
  return address;
}

/**
 * Derive an address from an account public key.
 * @param accountPublicKey - `xpub...` as the signer hands it out.
 * @example deriveAddress(xpub, 'btc', { change: 0, index: 7 })
 */
export function deriveAddress(accountPublicKey: string, family: Family, place: Place): string {
  const branch = HDKey.fromExtendedKey(accountPublicKey).deriveChild(place.change);
  const { publicKey } = branch.deriveChild(place.index);
  if (publicKey === null) throw new Error('the account key has no public part');
  return readAddress(family, publicKey);
}

/** An EVM address in small letters with the checksum of EIP-55 in its case. */
export const addChecksum = (address: string): string => addr.addChecksum(address);

/** Whether an EVM address has 20 bytes and its own checksum in mixed case. */
export function isEvmAddress(address: string): boolean {
  return /^0x[0-9a-fA-F]{40}$/.test(address) && addr.addChecksum(address.toLowerCase()) === address;
}

/** The script that pays to an address of a chain; nothing when it is none or not in its form. */
export function readScript(family: UtxoFamily, address: string): Uint8Array | undefined {
  const coder = Address(utxoChains[family]);
  try {
    const payee = coder.decode(address);
    return coder.encode(payee) === address ? OutScript.encode(payee) : undefined;
  } catch {
    return undefined;
  }
}

/** The bytes that are signed for a statement: one line a word, so that no two say the same. */
export function encodeStatement({ family, account, index, address }: AddressStatement): Uint8Array {
  return new TextEncoder().encode(`isobath address\n${family}\n${account}\n${index}\n${address}\n`);
}

/**
 * Whether a statement is the signer's.
 * @param statementKey - Ed25519 public key pinned at the ceremony, in hex.
 * @param signature - in hex.
 */
export function isStatementGood(
  statementKey: string,
  statement: AddressStatement,
  signature: string,
): boolean {
  if (!/^[0-9a-f]{128}$/.test(signature)) return false;
  const [bytes, key] = [Buffer.from(signature, 'hex'), Buffer.from(statementKey, 'hex')];
  return ed25519.verify(bytes, encodeStatement(statement), key, { zip215: false });
}
