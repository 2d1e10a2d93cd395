// Which announcements somebody has not read, as the messages of the notification centre say: one
// mark for both. Loaders ask; an article that is opened is read.
import type { Client } from '@isobath/sdk';
import { inboxRoutes } from '@isobath/wire';
import { useEffect } from 'react';
import { browserClient } from '../../../base/client.ts';

/** The module of announcements, and as many of its messages as one answer holds. */
const newest = { moduleId: 2, pageSize: 100 } as const;

/** An announcement that is not read, and the message that tells of it. */
export interface Unread {
  readonly code: string;
  readonly messageId: string;
}

/** What the caller has not read, of the newest hundred; nothing for guests and when nobody says. */
export async function loadUnread(client: Client, isSignedIn: boolean): Promise<Unread[]> {
  if (!isSignedIn) return [];
  try {
    const { list } = await client.call(inboxRoutes.messages, { body: newest });
    return list
      .filter(({ read, supportCode }) => !read && supportCode !== '')
      .map(({ id, supportCode }) => ({ code: supportCode, messageId: id }));
  } catch {
    // The list is worth reading without its marks.
    return [];
  }
}

/** Mark the message of an opened announcement read; undefined when there is nothing to mark. */
export function useReadMark(messageId: string | undefined): void {
  useEffect(() => {
    if (messageId === undefined) return;
    const body = { messageId, rangeType: 1 } as const;
    browserClient()
      .call(inboxRoutes.markRead, { body })
      .catch(() => {});
  }, [messageId]);
}
