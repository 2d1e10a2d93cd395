// A growing list of messages: pages of ten, the newest anew when something arrives, read marks
// shown at once. Only in a browser.
import { inboxRoutes, type MessageRow } from '@isobath/wire';
import { useCallback, useEffect, useRef, useState } from 'react';
import { browserClient } from '../../base/client.ts';

const PAGE_SIZE = 10;
const GUARD_MS = 300;

/** Whether the next page may be asked for: there is one, none is on its way, 300 ms have passed. */
export function mayAskMore(list: {
  readonly hasMore: boolean;
  readonly isRunning: boolean;
  readonly requestedAtMs: number;
  readonly nowMs: number;
}): boolean {
  return list.hasMore && !list.isRunning && list.nowMs - list.requestedAtMs >= GUARD_MS;
}

/** Which messages; 0 = all. */
export interface MessageChoice {
  readonly moduleId: number;
  readonly submoduleId: number;
}

interface ListState {
  readonly state: 'loading' | 'ready' | 'failed';
  readonly rows: readonly MessageRow[];
  readonly totalCount: number;
}

/** The list and what can be done with it. */
export interface MessageList extends ListState {
  readonly hasMore: boolean;
  /** Ask for the next page; calls within 300 ms of the last one do nothing. */
  loadMore(): void;
  reload(): void;
  markRead(message: MessageRow): void;
  /** @returns whether the exchange agreed. */
  markAllRead(): Promise<boolean>;
}

/** Join pages, each message once, newest first. */
function joinRows(one: readonly MessageRow[], two: readonly MessageRow[]): MessageRow[] {
  const known = new Set(one.map((row) => row.id));
  return [...one, ...two.filter((row) => !known.has(row.id))].sort(
    (left, right) => Number(right.id) - Number(left.id),
  );
}

const FIRST: ListState = { state: 'loading', rows: [], totalCount: 0 };

/** @param newestId - number of the newest message known from elsewhere; a new one asks anew. */
export function useMessages(choice: MessageChoice, newestId: string): MessageList {
  const { moduleId, submoduleId } = choice;
  const [list, setList] = useState(FIRST);
  const requested = useRef({ atMs: 0, number: 0, isRunning: false });
  /** Number of the newest message that an answer had. */
  const heardId = useRef(0);

  const ask = useCallback(
    async (pageNum: number, newest = 0) => {
      const number = (requested.current.number += 1);
      requested.current.isRunning = true;
      requested.current.atMs = performance.now();
      const body = { moduleId, submoduleId, pageSize: PAGE_SIZE, pageNum };
      try {
        const answer = await browserClient().call(inboxRoutes.messages, { body });
        if (requested.current.number !== number) return;
        heardId.current = Math.max(heardId.current, newest, Number(answer.list[0]?.id ?? 0));
        setList((before) => ({
          state: 'ready',
          totalCount: answer.totalCount,
          rows: joinRows(answer.list, before.rows),
        }));
      } catch {
        if (requested.current.number === number)
          setList((before) => ({ ...before, state: 'failed' }));
      }
      if (requested.current.number === number) requested.current.isRunning = false;
    },
    [moduleId, submoduleId],
  );

  useEffect(() => setList(FIRST), [moduleId, submoduleId]);
  useEffect(() => void ask(1), [ask]);
  useEffect(() => {
    const newest = Number(newestId);
    if (list.state !== 'loading' && newest > heardId.current) void ask(1, newest);
  }, [ask, newestId, list.state]);

  const edit = (change: (row: MessageRow) => MessageRow) =>
    setList((before) => ({ ...before, rows: before.rows.map(change) }));
  const hasMore = list.rows.length < list.totalCount;
  return {
    ...list,
    hasMore,
    loadMore() {
      const { isRunning, atMs: requestedAtMs } = requested.current;
      if (!mayAskMore({ hasMore, isRunning, requestedAtMs, nowMs: performance.now() })) return;
      void ask(Math.floor(list.rows.length / PAGE_SIZE) + 1);
    },
    reload: () => void ask(1),
    markRead(message) {
      if (message.read) return;
      edit((row) => (row.id === message.id ? { ...row, read: true } : row));
      const body = { messageId: message.id, rangeType: 1 } as const;
      browserClient()
        .call(inboxRoutes.markRead, { body })
        .catch(() => edit((row) => (row.id === message.id ? message : row)));
    },
    async markAllRead() {
      try {
        await browserClient().call(inboxRoutes.markRead, { body: { rangeType: 0 } });
        edit((row) => ({ ...row, read: true }));
        return true;
      } catch {
        return false;
      }
    },
  };
}
