// Favourite contracts by their code: of a guest in this browser, of a signed-in person with the
// account. Signs are the opposite of spot's: status 0 adds, 1 removes.
// Not here: favourite markets of spot (favourites.ts).
import { favouriteRoutes } from '@isobath/wire';
import { useEffect } from 'react';
import { browserClient } from './client.ts';
import { useSession } from './session.ts';
import { defineSetting, useSetting } from './settings.ts';
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

async function fetchOwn(fid: number): Promise<void> {
  const rows = await browserClient().call(favouriteRoutes.listContracts);
  own.set({ fid, codes: rows.map((row) => row.contractCode) });
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

/** The favourite contracts of this person, and how one is turned. */
export function useContractFavourites(): {
  readonly codes: readonly string[];
  readonly turn: (code: string) => void;
} {
  const fid = useSession()?.fid ?? 0;
  const [guest, setGuest] = useSetting(guestContractsSetting);
  const known = useValue(own);
  useEffect(() => {
    if (fid !== 0 && own.read().fid !== fid) void fetchOwn(fid).catch(() => {});
  }, [fid]);
  const codes = fid === 0 ? guest : known.fid === fid ? known.codes : [];
  const turn = (code: string) => {
    const has = codes.includes(code);
    const next = has ? codes.filter((one) => one !== code) : [...codes, code];
    if (fid === 0) {
      setGuest(next);
      return;
    }
    own.set({ fid, codes: next });
    void sendContracts(fid, [{ contractCode: code, status: has ? 1 : 0 }]).catch(() => {});
  };
  return { codes, turn };
}
