// Favourite contracts by their code: of a guest in this browser, of a signed-in person with the
// account. Signs are the opposite of spot's: status 0 adds, 1 removes.
// Not here: favourite markets of spot (favourites.ts).
import { favouriteRoutes } from '@isobath/wire';
import { useEffect } from 'react';
import { browserClient } from './client.ts';
import { useSession } from './session.ts';
import { defineSetting, readSetting, useSetting, writeSetting } from './settings.ts';
import { createValue, useValue } from './value.ts';

/** A guest's favourite contracts, newest last; the only key of contracts. */
export const guestContractsSetting = defineSetting<readonly string[]>(
  'favourites.contract',
  [],
  (value) => Array.isArray(value) && value.every((one) => typeof one === 'string'),
);

interface Own {
  /** Whose list it is, 0 = nobody's. */
  readonly fid: number;
  readonly codes: readonly string[];
}

const own = createValue<Own>({ fid: 0, codes: [] });
/** The signed-in person of this page, 0 for a guest. */
let fidOfPage = 0;
/** Who is asked about just now: each row of a list has a star, and one question does for all. */
let askedFid = 0;
let sending: Promise<void> = Promise.resolve();

async function fetchOwn(fid: number): Promise<void> {
  const rows = await browserClient().call(favouriteRoutes.listContracts);
  own.set({ fid, codes: rows.map((row) => row.contractCode) });
}

function learnOwn(fid: number): void {
  if (own.read().fid === fid || askedFid === fid) return;
  askedFid = fid;
  void fetchOwn(fid)
    .catch(() => {})
    .finally(() => {
      askedFid = 0;
    });
}

/** Send changes of an account's, then fetch the list again whatever came of them. */
export async function sendContracts(
  fid: number,
  changes: readonly { readonly contractCode: string; readonly status: 0 | 1 }[],
): Promise<void> {
  try {
    await browserClient().call(favouriteRoutes.turnContracts, { body: [...changes] });
  } finally {
    await fetchOwn(fid);
  }
}

/** The favourite contracts of this page's person as they are known now. */
function readCodes(): readonly string[] {
  if (fidOfPage === 0) return readSetting(guestContractsSetting);
  const { fid, codes } = own.read();
  return fid === fidOfPage ? codes : [];
}

/** Star a contract, or take its star away. It shows at once; the server has the last word. */
function turn(contractCode: string): void {
  const codes = readCodes();
  const has = codes.includes(contractCode);
  const next = has ? codes.filter((one) => one !== contractCode) : [...codes, contractCode];
  if (fidOfPage === 0) {
    writeSetting(guestContractsSetting, next);
    return;
  }
  own.set({ fid: fidOfPage, codes: next });
  const fid = fidOfPage;
  // One after the other, so that the last list fetched knows all changes, refused ones too.
  sending = sending
    .then(() => sendContracts(fid, [{ contractCode, status: has ? 1 : 0 }]))
    .catch(() => {});
}

/** The favourite contracts of this person, and how one is turned. */
export function useContractFavourites(): {
  readonly codes: readonly string[];
  readonly turn: (code: string) => void;
} {
  const fid = useSession()?.fid ?? 0;
  const [guest] = useSetting(guestContractsSetting);
  const known = useValue(own);
  useEffect(() => {
    fidOfPage = fid;
    if (fid !== 0) learnOwn(fid);
  }, [fid]);
  if (fid === 0) return { codes: guest, turn };
  return { codes: known.fid === fid ? known.codes : [], turn };
}
