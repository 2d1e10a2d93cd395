// To whom it goes: an address that is typed or pasted, or a saved one; what the exchange says of
// it, and which network it belongs to. The network follows the address where only one fits.
import { type Read, useRead } from '@isobath/kit';
import type { Client } from '@isobath/sdk';
import {
  addressBookRoutes,
  type RouteAnswer,
  type SavedAddress,
  withdrawRoutes,
} from '@isobath/wire';
import { useEffect, useState } from 'react';
import { browserClient } from '../../../base/client.ts';
import type { Choice } from '../deposit/use-choice.ts';

/** So long after the last key an address is looked at. */
const LATE_MS = 400;

/** What the exchange says of an address. */
export interface Judged {
  readonly address: string;
  /** Networks with addresses of this form. */
  readonly networkIds: readonly number[];
  /** On the chosen network; null without one. */
  readonly validity: RouteAnswer<typeof withdrawRoutes.validate> | null;
}

/** To whom it goes, and the ways to say so. */
export interface Payee {
  readonly isSaved: boolean;
  readonly setSaved: (isSaved: boolean) => void;
  readonly address: string;
  readonly setAddress: (address: string) => void;
  readonly memo: string;
  readonly setMemo: (memo: string) => void;
  /** Of the coin, from the address book. */
  readonly book: Read<readonly SavedAddress[]>;
  readonly saved: SavedAddress | undefined;
  readonly chooseSaved: (id: number) => void;
  readonly judged: Judged | null;
  readonly isJudging: boolean;
  readonly clear: () => void;
}

function useLate(text: string): string {
  const [late, setLate] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setLate(text), LATE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return late;
}

async function judge(
  typed: { address: string; memo: string; networkId: number },
  signal: AbortSignal,
): Promise<Judged | null> {
  const { address, networkId } = typed;
  if (address === '') return null;
  const client = browserClient();
  const query = { address };
  const { networkIds } = await client.call(withdrawRoutes.networksOfAddress, { query, signal });
  const validity =
    networkId === 0 ? null : await client.call(withdrawRoutes.validate, { query: typed, signal });
  return { address, networkIds, validity };
}

/** All saved addresses of a coin, page by page: any of them may be chosen. */
export async function readBook(
  client: Client,
  coinId: number,
  signal: AbortSignal,
): Promise<readonly SavedAddress[]> {
  const found: SavedAddress[] = [];
  let cursor = '';
  do {
    const body = { coinId, ...(cursor === '' ? {} : { cursor }) };
    const { rows, nextCursor } = await client.call(addressBookRoutes.list, { body, signal });
    found.push(...rows);
    cursor = nextCursor;
  } while (cursor !== '');
  return found;
}

/** @param isBookOnly - only saved addresses are allowed. */
export function usePayee(choice: Choice, isBookOnly: boolean): Payee {
  const [wantsSaved, setSaved] = useState(false);
  const [address, setAddress] = useState('');
  const [memo, setMemo] = useState('');
  const [savedId, setSavedId] = useState(0);
  const coinId = choice.coin?.coinId ?? 0;
  const book = useRead<readonly SavedAddress[]>(['withdraw book', coinId], async (signal) => {
    return coinId === 0 ? [] : readBook(browserClient(), coinId, signal);
  });
  const isSaved = wantsSaved || isBookOnly;
  const networkId = choice.network?.networkId ?? 0;
  const late = useLate(address.trim());
  const lateMemo = useLate(memo.trim());
  const typed = isSaved ? '' : late;
  const read = useRead(['withdraw address', networkId, typed, lateMemo], (signal) =>
    judge({ address: typed, memo: lateMemo, networkId }, signal),
  );
  const judged = isSaved || late !== address.trim() ? null : read.data;
  const saved = isSaved ? book.data?.find(({ id }) => id === savedId) : undefined;
  useFollow(choice, isSaved ? (saved === undefined ? [] : [saved.networkId]) : judged?.networkIds);
  return {
    isSaved,
    setSaved,
    address,
    setAddress,
    memo,
    setMemo,
    book,
    saved,
    chooseSaved: setSavedId,
    judged,
    isJudging: !isSaved && address.trim() !== '' && judged === null && read.failure === null,
    clear: () => {
      setAddress('');
      setMemo('');
      setSavedId(0);
    },
  };
}

/** Choose the one network of the coin that an address fits. */
function useFollow(choice: Choice, networkIds: readonly number[] | undefined): void {
  const fits = (choice.networks.data ?? []).filter(
    (network) => networkIds?.includes(network.networkId) === true,
  );
  const only = fits.length === 1 ? fits[0]?.networkId : undefined;
  const { chooseNetwork } = choice;
  const chosen = choice.network?.networkId;
  useEffect(() => {
    if (only !== undefined && only !== chosen) chooseNetwork(only);
  });
}
