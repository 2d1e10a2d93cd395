// Whether a text is an address of a family of chains, and how it is written. It says nothing of
// whose address it is. The code of curves and checksums is loaded with the first address.
import type { Family } from '@isobath/signer/addresses';

/** Families in the order in which a text is tried. */
const FAMILIES: readonly Family[] = ['evm', 'btc', 'ltc', 'btc_regtest', 'ltc_regtest'];

const isFamily = (text: string): text is Family => FAMILIES.some((one) => one === text);

/**
 * Read an address: hexadecimal of one case, or of both when they are the checksum of EIP-55;
 * base58 with its checksum; bech32 and bech32m in one case.
 *
 * @returns how the chain writes it, undefined when it is none of the family's.
 */
export async function readAddressForm(family: string, text: string): Promise<string | undefined> {
  if (!isFamily(family)) return undefined;
  const { addChecksum, readScript } = await import('@isobath/signer/addresses');
  if (family === 'evm') {
    if (!/^0x[0-9a-fA-F]{40}$/.test(text)) return undefined;
    const digits = text.slice(2);
    const whole = addChecksum(text.toLowerCase());
    const isOneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase();
    return isOneCase || whole === text ? whole : undefined;
  }
  const isUpper = text === text.toUpperCase();
  const given = isUpper ? text.toLowerCase() : text;
  return readScript(family, given) === undefined ? undefined : given;
}

/** Families that a text is an address of; more than one where chains share their form. */
export async function listFamilies(text: string): Promise<readonly string[]> {
  const read = async (family: Family) => (await readAddressForm(family, text)) !== undefined;
  const fits = await Promise.all(FAMILIES.map(read));
  return FAMILIES.filter((_family, at) => fits[at]);
}

/** How chains write an address that somebody typed; nothing for what is none. */
export async function listSpellings(text: string): Promise<readonly string[]> {
  const read = await Promise.all(FAMILIES.map((family) => readAddressForm(family, text)));
  return [...new Set(read.filter((address) => address !== undefined))];
}
