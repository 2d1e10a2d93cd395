// Favourite spot markets by trade id: of a guest in this browser, of a signed-in person with the
// account. A change of an account's goes to the server and the list is fetched again.
// Not here: how a star looks. Contracts have calls of their own, with the opposite signs.
import { favouriteRoutes } from '@isobath/wire';
import { useEffect } from 'react';
import { browserClient } from './client.ts';
import { useSession } from './session.ts';
import { defineSetting, readSetting, useSetting, writeSetting } from './settings.ts';
import { createValue, useValue } from './value.ts';

/** A guest's favourites, newest last; the only key of spot markets. */
export const guestFavouritesSetting = defineSetting<readonly number[]>(
  'favourites.spot',
  [],
  (value) => Array.isArray(value) && value.every((one) => Number.isSafeInteger(one)),
);

interface Own {
  /** Whose list it is, 0 = nobody's. */
  readonly fid: number;
  readonly tradeIds: readonly number[];
}

const own = createValue<Own>({ fid: 0, tradeIds: [] });
/** The signed-in person of this page, 0 for a guest. */
let fidOfPage = 0;
let sending: Promise<void> = Promise.resolve();

/** Add a market, or take it away when it is there. */
export function turnFavourite(list: readonly number[], tradeId: number): number[] {
  return list.includes(tradeId) ? list.filter((one) => one !== tradeId) : [...list, tradeId];
}

async function fetchOwn(fid: number): Promise<void> {
  const tradeIds = await browserClient().call(favouriteRoutes.listSpot, { query: { operate: 0 } });
  own.set({ fid, tradeIds });
}

/** Who is asked about just now: each row of a list has a star, and one question does for all. */
let askedFid = 0;

function learnOwn(fid: number): void {
  if (own.read().fid === fid || askedFid === fid) return;
  askedFid = fid;
  void fetchOwn(fid)
    .catch(() => {})
    .finally(() => {
      askedFid = 0;
    });
}

/** Send changes of an account's favourites, then fetch the list again whatever came of them. */
export async function sendFavourites(
  fid: number,
  changes: readonly { readonly tradeId: number; readonly operate: 1 | -1 }[],
): Promise<void> {
  try {
    for (const body of changes) await browserClient().call(favouriteRoutes.turnSpot, { body });
  } finally {
    await fetchOwn(fid);
  }
}

/** The favourites of this page's person as they are known now. */
export function readFavourites(): readonly number[] {
  if (fidOfPage === 0) return readSetting(guestFavouritesSetting);
  const { fid, tradeIds } = own.read();
  return fid === fidOfPage ? tradeIds : [];
}

/** Star a market, or take its star away. It shows at once; the server has the last word. */
function turn(tradeId: number): void {
  const list = readFavourites();
  const next = turnFavourite(list, tradeId);
  if (fidOfPage === 0) {
    writeSetting(guestFavouritesSetting, next);
    return;
  }
  own.set({ fid: fidOfPage, tradeIds: next });
  const operate = list.includes(tradeId) ? -1 : 1;
  const fid = fidOfPage;
  // One after the other, so that the last list fetched knows all changes, refused ones too.
  sending = sending.then(() => sendFavourites(fid, [{ tradeId, operate }])).catch(() => {});
}

/** The favourites of this person, and how one is turned. */
export function useFavourites(): {
  readonly tradeIds: readonly number[];
  readonly turn: (tradeId: number) => void;
} {
  const fid = useSession()?.fid ?? 0;
  const [guest] = useSetting(guestFavouritesSetting);
  const known = useValue(own);
  useEffect(() => {
    fidOfPage = fid;
    if (fid !== 0) learnOwn(fid);
  }, [fid]);
  if (fid === 0) return { tradeIds: guest, turn };
  return { tradeIds: known.fid === fid ? known.tradeIds : [], turn };
}
