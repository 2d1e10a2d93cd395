// A list of what somebody starred: of a guest in this browser, of a signed-in person with the
// account. A change of an account's goes to the server and the list is fetched again.
// Not here: what can be starred (favourites.ts, contract-favourites.ts) nor how a star looks.
import { useEffect } from 'react';
import { useSession } from './session.ts';
import { readSetting, type Setting, useSetting, writeSetting } from './settings.ts';
import { createValue, useValue } from './value.ts';

/** What a list is made of. */
export interface StarredParts<TItem> {
  /** A guest's list, newest last. */
  readonly guest: Setting<readonly TItem[]>;
  /** The list of the account. */
  readonly ask: () => Promise<readonly TItem[]>;
  /** Add items to the account's list, or take them away. */
  readonly report: (items: readonly TItem[], isAdded: boolean) => Promise<unknown>;
}

/** The list and what can be done with it. */
export interface Starred<TItem> {
  /** The list of this page's person as it is known now. */
  read(): readonly TItem[];
  /** Star, or take the star away. It shows at once; the server has the last word. */
  turn(item: TItem): void;
  /** Change an account's list, then fetch it again whatever came of that. */
  send(fid: number, items: readonly TItem[], isAdded: boolean): Promise<void>;
  /** The list, for components. */
  useList(): readonly TItem[];
}

/** Make the list; once for a page. */
export function createStarred<TItem>(parts: StarredParts<TItem>): Starred<TItem> {
  /** Whose list is known, 0 = nobody's. */
  const own = createValue({ fid: 0, items: [] as readonly TItem[] });
  /** The signed-in person of this page, 0 for a guest. */
  let fidOfPage = 0;
  /** Who is asked about just now: each row of a list has a star, and one question does for all. */
  let requestedFid = 0;
  let sending: Promise<unknown> = Promise.resolve();

  async function fetchOwn(fid: number): Promise<void> {
    own.set({ fid, items: await parts.ask() });
  }

  function read(): readonly TItem[] {
    if (fidOfPage === 0) return readSetting(parts.guest);
    const { fid, items } = own.read();
    return fid === fidOfPage ? items : [];
  }

  const send: Starred<TItem>['send'] = (fid, items, isAdded) =>
    parts.report(items, isAdded).then(
      () => fetchOwn(fid),
      async (error: unknown) => {
        await fetchOwn(fid);
        throw error;
      },
    );

  function learnOwn(fid: number): void {
    fidOfPage = fid;
    if (fid === 0 || own.read().fid === fid || requestedFid === fid) return;
    requestedFid = fid;
    void fetchOwn(fid)
      .catch(() => {})
      .finally(() => {
        requestedFid = 0;
      });
  }

  return {
    read,
    send,
    turn(item) {
      const list = read();
      const has = list.includes(item);
      const items = has ? list.filter((one) => one !== item) : [...list, item];
      const fid = fidOfPage;
      if (fid === 0) {
        writeSetting(parts.guest, items);
        return;
      }
      own.set({ fid, items });
      // One after the other, so that the last list fetched knows all changes, refused ones too.
      sending = sending.then(() => send(fid, [item], !has)).catch(() => {});
    },
    useList() {
      const fid = useSession()?.fid ?? 0;
      const [guest] = useSetting(parts.guest);
      const known = useValue(own);
      useEffect(() => learnOwn(fid), [fid]);
      if (fid === 0) return guest;
      return known.fid === fid ? known.items : [];
    },
  };
}
