// Which announcements somebody has not read, as the messages of the notification centre say: one
// mark for both, and an article that is opened is read. Asked in the browser, once a page: the
// list and the article come whole from the server without it.
import { inboxRoutes, type MessageRow } from '@isobath/wire';
import { useEffect, useState } from 'react';
import { browserClient } from '../../../base/client.ts';
import { useSession } from '../../../base/session.ts';

/** The module of announcements, and as many of its messages as one answer holds. */
const newest = { moduleId: 2, pageSize: 100 } as const;

async function loadUnread(): Promise<MessageRow[]> {
  const { list } = await browserClient().call(inboxRoutes.messages, { body: newest });
  return list.filter(({ read }) => !read);
}

/** Codes of announcements that are not read, of the newest hundred; none for guests. */
export function useUnread(): readonly string[] {
  const isSignedIn = useSession() !== null;
  const [codes, setCodes] = useState<readonly string[]>([]);
  useEffect(() => {
    if (!isSignedIn) return undefined;
    let isOver = false;
    loadUnread().then(
      (rows) => {
        if (!isOver) setCodes(rows.map(({ supportCode }) => supportCode));
      },
      // The list is worth reading without its marks.
      () => {},
    );
    return () => {
      isOver = true;
    };
  }, [isSignedIn]);
  return codes;
}

/** Mark the message about an opened announcement read. @param code - undefined: it is none. */
export function useReadMark(code: string | undefined): void {
  const isSignedIn = useSession() !== null;
  useEffect(() => {
    if (!isSignedIn || code === undefined) return;
    const mark = async () => {
      const found = (await loadUnread()).find(({ supportCode }) => supportCode === code);
      if (found === undefined) return;
      const body = { messageId: found.id, rangeType: 1 } as const;
      await browserClient().call(inboxRoutes.markRead, { body });
    };
    // It stays unread then, and the next opening tries again.
    mark().catch(() => {});
  }, [isSignedIn, code]);
}
