// Which moves of a block are receipts of ours: what came to an address that we hold from somebody
// who is not us. Between two of our own addresses nothing comes in.
// Called by the scanner, within the transaction of a block.

import { AccountType } from '@isobath/core';
import { ACCOUNTS } from '@isobath/signer/addresses';
import type { Session } from '../../base/db/index.ts';
import type { ChainBlock, ChainMove } from '../chains/port.ts';
import type { HouseAddress } from '../keys/house-addresses.ts';
import type { OpenNetwork } from '../networks.ts';

/** An address of ours. */
export interface OwnAddress {
  /** As it is shown. */
  readonly address: string;
  /** 0 = of no person. */
  readonly ownerId: number;
  readonly account: number;
  readonly change: number;
  readonly index: number;
}

/** A move to an address of ours. */
export interface OwnMove {
  readonly move: ChainMove;
  readonly to: OwnAddress;
  /** From ourselves: it changes where money lies, and whose it is stays. */
  readonly isOwn: boolean;
}

/** Small letters name an address on every chain that we read. */
export const toKey = (address: string): string => address.toLowerCase();

async function findOwn(
  session: Session,
  { family, house }: ScannedNetwork,
  keys: readonly string[],
): Promise<Map<string, OwnAddress>> {
  const rows = await session.query<{ address: string; owner_id: number | null; index: number }>(
    `SELECT address, owner_id, index FROM deposit_addresses
     WHERE family = $1 AND lower(address) = ANY ($2::text[])`,
    [family, keys],
  );
  const own = new Map<string, OwnAddress>();
  for (const { address, owner_id: ownerId, index } of rows) {
    const place = { account: ACCOUNTS.deposits, change: 0, index };
    own.set(toKey(address), { address, ownerId: ownerId ?? 0, ...place });
  }
  for (const one of house) own.set(toKey(one.address), { ...one, ownerId: 0 });
  return own;
}

/** A network with the addresses of the house on it. */
export interface ScannedNetwork extends OpenNetwork {
  readonly house: readonly HouseAddress[];
}

/** All moves of a block to addresses of ours. */
export async function findOwnMoves(
  session: Session,
  network: ScannedNetwork,
  { moves }: ChainBlock,
): Promise<OwnMove[]> {
  if (moves.length === 0) return [];
  const named = moves.flatMap(({ from, to }) => (from === undefined ? [to] : [from, to]));
  const own = await findOwn(session, network, [...new Set(named.map(toKey))]);
  const ours = moves.filter(({ to }) => own.has(toKey(to)));
  if (ours.length === 0) return [];
  // An output does not say whose inputs paid it: what we sent is known by its hash before it is
  // sent.
  const sent = await session.query<{ txid: string }>(
    'SELECT txid FROM chain_sends WHERE network_id = $1 AND txid = ANY ($2::text[])',
    [network.networkId, [...new Set(ours.map(({ txid }) => txid))]],
  );
  const sentHashes = new Set(sent.map(({ txid }) => txid));
  return ours.map((move) => ({
    move,
    to: own.get(toKey(move.to)) as OwnAddress,
    isOwn: move.from === undefined ? sentHashes.has(move.txid) : own.has(toKey(move.from)),
  }));
}

/** Where money that came to an address is booked. */
export function readAccountType({ account }: OwnAddress): AccountType {
  if (account === ACCOUNTS.deposits) return AccountType.spot;
  return account === ACCOUNTS.gas ? AccountType.operatorGas : AccountType.operatorTreasury;
}
