// What home asks of the server for somebody who is signed in. Read by the page's loader; shown by
// PersonStart.tsx, which guests never load.
import type { Client } from '@isobath/sdk';
import {
  accountRoutes,
  assetsRoutes,
  favouriteRoutes,
  type NewbieTask,
  taskRoutes,
} from '@isobath/wire';
import type { Since } from '../../../base/use-fresh.ts';

/** What somebody owns now, and what the day won or lost; deposits and gifts are neither. */
export interface PersonWorth {
  readonly totalUsdt: string;
  readonly gainUsdt: string;
  readonly gainPercent: string;
}

/** What home knows of a person. */
export interface PersonFacts {
  readonly nickname: string;
  readonly worth: PersonWorth;
  /** Starred markets, as trade ids. */
  readonly favourites: readonly number[];
  /** First steps, in their order. */
  readonly tasks: readonly NewbieTask[];
}

/** Ask what somebody owns. */
export async function loadWorth(client: Client, since: Since): Promise<PersonWorth> {
  const query = { days: '1', ...since } as const;
  const { totalUsdt, change } = await client.call(assetsRoutes.overview, { query });
  return {
    totalUsdt,
    gainUsdt: change?.gainUsdt ?? '',
    gainPercent: change?.gainPercent ?? '',
  };
}

/** Ask what home shows of a person. @returns null when the session has just ended. */
export async function loadPerson(client: Client): Promise<PersonFacts | null> {
  const [session, worth, favourites, { list: tasks }] = await Promise.all([
    client.call(accountRoutes.session),
    loadWorth(client, {}),
    client.call(favouriteRoutes.listSpot, { query: { operate: 0 } }),
    client.call(taskRoutes.newbieTasks, { query: {} }),
  ]);
  if (session === null) return null;
  return {
    nickname: session.fnickname || session.email,
    worth,
    favourites,
    tasks,
  };
}
