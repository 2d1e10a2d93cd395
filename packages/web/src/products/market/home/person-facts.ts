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

/** What home knows of a person. */
export interface PersonFacts {
  readonly nickname: string;
  readonly totalUsdt: string;
  /** What the day won or lost; deposits and gifts are neither. */
  readonly gainUsdt: string;
  readonly gainPercent: string;
  /** Starred markets, as trade ids. */
  readonly favourites: readonly number[];
  /** First steps, in their order. */
  readonly tasks: readonly NewbieTask[];
}

/** Ask what home shows of a person. @returns null when the session has just ended. */
export async function loadPerson(client: Client): Promise<PersonFacts | null> {
  const [session, overview, change, favourites, { list: tasks }] = await Promise.all([
    client.call(accountRoutes.session),
    client.call(assetsRoutes.overview),
    client.call(assetsRoutes.change, { query: { days: '1' } }),
    client.call(favouriteRoutes.listSpot, { query: { operate: 0 } }),
    client.call(taskRoutes.newbieTasks, { query: {} }),
  ]);
  if (session === null) return null;
  return {
    nickname: session.fnickname || session.email,
    totalUsdt: overview.totalUsdt,
    gainUsdt: change.gainUsdt,
    gainPercent: change.gainPercent,
    favourites,
    tasks,
  };
}
