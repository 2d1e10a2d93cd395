// What officers are asked to sign, in the signer's own words: a payment, or an act of theirs. Each
// text ends with the hash that a passkey signs, and the key of statements signs the text.
// Not here: the signatures of officers (officers.ts), the calls (signer.ts).

import { hashAct, hashPayment, hashText, type OfficerAct, writeCanonical } from './canonical.ts';
import type { Payment } from './canonical.ts';
import { type AssetPolicy, hashPolicy, type NetworkPolicy, type Officer } from './policy.ts';
import type { Policy } from './policy.ts';
import type { DescribedAct } from './shapes.ts';

const FINGERPRINT_DIGITS = 20;

/** What an officer's passkey is known by: twenty hexadecimal digits in groups of four. */
export function readFingerprint(officer: Officer): string {
  const digits = hashText(`isobath officer\n${writeCanonical(officer)}`).toUpperCase();
  return (digits.slice(0, FINGERPRINT_DIGITS).match(/.{4}/g) ?? []).join(' ');
}

/** A text and the hash that it ends with. */
interface Description {
  readonly text: string;
  readonly hash: string;
}

/** Decimal text of an amount in whole coins. */
function writeCoins(raw: string, decimals: number): string {
  const digits = raw.padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const part = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return part === '' ? whole : `${whole}.${part}`;
}

const writeLines = (lines: readonly string[], hash: string): Description => ({
  text: [...lines, `hash ${hash}`].join('\n'),
  hash,
});

/** A payment of a listed coin. */
export function describePayment(
  payment: Payment,
  network: NetworkPolicy,
  { symbol, decimals }: AssetPolicy,
): Description {
  const chain = network.family === 'evm' ? `chain id ${network.chainId}` : network.family;
  return writeLines(
    [
      `payment ${payment.paymentId}`,
      `${writeCoins(payment.raw, decimals)} ${symbol} (${payment.raw} raw units)`,
      `token ${payment.token ?? 'none: the coin of the chain'}`,
      `to ${payment.to}`,
      `network ${payment.network} (${chain})`,
    ],
    hashPayment(payment),
  );
}

/** An act of officers: what it is, its number, and all that it changes. */
export function describeAct(asked: DescribedAct, now: Policy, sequence: number): Description {
  if (asked.act === 'freeze') {
    const lines = ['freeze: nothing is signed any more', `sequence ${sequence}`];
    return writeLines(lines, hashAct({ act: 'freeze', sequence }));
  }
  if (asked.act === 'thaw') {
    const nonces = asked.nextNonces.map(
      ({ network, address, nonce }) => `next nonce ${nonce} of ${address} on network ${network}`,
    );
    const act: OfficerAct = { act: 'thaw', sequence, nextNonces: asked.nextNonces };
    return writeLines(
      ['thaw: payments are signed again', `sequence ${sequence}`, ...nonces],
      hashAct(act),
    );
  }
  const policyHash = hashPolicy(asked.policy);
  const lines = [`policy ${policyHash}`, `sequence ${sequence}`, ...listChanges(now, asked.policy)];
  return writeLines(lines, hashAct({ act: 'policy', sequence, policyHash }));
}

/** Every value that differs, by its place; officers with their fingerprints. */
function listChanges(before: Policy, after: Policy): string[] {
  const [old, next] = [flatten(named(before)), flatten(named(after))];
  const changes = [...new Set([...old.keys(), ...next.keys()])].flatMap((place) => {
    const [one, two] = [old.get(place) ?? 'none', next.get(place) ?? 'none'];
    return one === two ? [] : [`${place}: ${one} -> ${two}`];
  });
  return changes.length === 0 ? ['no change'] : changes.toSorted();
}

/** Lists of named things become fields, so that one more does not move the others. */
function named({ officers, networks, ...rest }: Policy): object {
  return {
    ...rest,
    officer: Object.fromEntries(officers.map((one) => [one.officerId, readFingerprint(one)])),
    network: Object.fromEntries(
      networks.map(({ network, assets, coldAddresses, ...own }) => [
        network,
        {
          ...own,
          cold: Object.fromEntries(coldAddresses.map((to) => [to, 'listed'])),
          asset: Object.fromEntries(assets.map(({ token, ...caps }) => [token ?? 'native', caps])),
        },
      ]),
    ),
  };
}

function flatten(value: object, place = ''): Map<string, string> {
  const rows = Object.entries(value).flatMap(([name, inner]: [string, unknown]) => {
    const own = place === '' ? name : `${place} ${name}`;
    if (typeof inner === 'object' && inner !== null) return [...flatten(inner, own)];
    return [[own, String(inner)] as const];
  });
  return new Map(rows);
}
