// The `notices` channel: how much is unread and the newest messages, told anew whenever it changes.
// Every frame is a whole picture, so a lost one costs nothing. It looks into the table, because
// messages are written by several processes. Run by the edge process.
import type { ChannelFrame, NotificationsData } from '@isobath/wire';
import type { ChannelSource, Hub } from '../../base/feed/index.ts';
import type { Messages } from './messages.ts';
import { showMessage, type TranslateNotification } from './show.ts';

/** What the channel stands on. */
export interface NotificationFeedParts {
  readonly hub: Hub;
  readonly messages: Messages;
  readonly translate: TranslateNotification;
  /** Whether a name of a channel ends in a language there is. */
  readonly isLocale: (name: string | undefined) => boolean;
  readonly readNowMs: () => number;
  /** What of the desk is unread, and the number of its last word. */
  readonly readDesk: (ownerId: number) => Promise<NotificationsData['desk']>;
}

/** The running channel. */
export interface NotificationFeed {
  /** Tell a person's pages how things stand now. */
  publish(ownerId: number): Promise<void>;
  /** Look for new messages; called often, cheap when nobody listens. */
  look(): Promise<void>;
}

const NEWEST_COUNT = 5;
const LOOK_ROWS_MAX = 500;
const PREFIX = 'notices:';
/** What the plain channel `notices`, which names no language, speaks. */
const PLAIN_LOCALE = 'en_US';
/** People whose pictures are read at the same time. */
const READ_AT_ONCE = 8;

/** An address inside the hub: owner and language, "" for the plain channel. */
function splitAddress(address: string): { ownerId: number; locale: string } {
  const [, owner, locale] = address.split(':');
  return { ownerId: Number(owner), locale };
}

/** Make the channel and offer it on the hub. */
export function createNotificationFeed(parts: NotificationFeedParts): NotificationFeed {
  const { hub, messages, translate } = parts;
  /** Number of the last message looked at, undefined while nobody listens. */
  let lastId: number | undefined;
  let looking: Promise<void> | undefined;

  /** What every language of a person's pages is made of. */
  async function readFacts(ownerId: number) {
    const filter = { moduleId: 0, submoduleId: 0, pageSize: NEWEST_COUNT, pageNum: 1 };
    const [modules, rows, desk] = await Promise.all([
      messages.countUnread(ownerId),
      messages.list(ownerId, filter),
      parts.readDesk(ownerId),
    ]);
    return { modules, rows, desk };
  }

  function show(
    { modules, rows, desk }: Awaited<ReturnType<typeof readFacts>>,
    locale: string,
  ): ChannelFrame<NotificationsData> {
    const last = rows[0]?.notice_id ?? 0;
    return {
      ch: locale === '' ? 'notices' : `${PREFIX}${locale}`,
      type: 'snapshot',
      first: last,
      last,
      at: parts.readNowMs(),
      data: {
        countTotal: modules.reduce((sum, { unreadCount }) => sum + unreadCount, 0),
        newest: rows.map((row) => showMessage(row, locale || PLAIN_LOCALE, translate)),
        desk,
      },
    };
  }

  const source: ChannelSource = {
    prefix: 'notices',
    // Reads tables.
    weigh: () => 20,
    address: (channel, asker) => {
      const [, locale = '', more] = channel.split(':');
      // Nothing behind the colon is another name for the channel without one.
      const isWhole = more === undefined && (channel === 'notices' || parts.isLocale(locale));
      if (!isWhole) return undefined;
      return asker.ownerId === 0 ? null : `${PREFIX}${asker.ownerId}:${locale}`;
    },
    snapshot: async (channel, asker) =>
      show(await readFacts(asker.ownerId), channel.slice(PREFIX.length)),
  };
  hub.addSource(source);

  async function publishTo(addresses: readonly string[]): Promise<void> {
    const localesOf = new Map<number, string[]>();
    for (const address of addresses) {
      const { ownerId, locale } = splitAddress(address);
      localesOf.set(ownerId, [...(localesOf.get(ownerId) ?? []), locale]);
    }
    const left = localesOf.entries();
    // Each takes the next person when it is done with one: a message to all waits for nobody alone.
    const publishNext = async () => {
      for (const [ownerId, locales] of left) {
        const facts = await readFacts(ownerId);
        for (const locale of locales) {
          hub.publish(`${PREFIX}${ownerId}:${locale}`, show(facts, locale));
        }
      }
    };
    await Promise.all(Array.from({ length: READ_AT_ONCE }, publishNext));
  }

  async function lookOnce(): Promise<void> {
    const addresses = hub.listAddresses(PREFIX);
    if (addresses.length === 0) {
      lastId = undefined;
      return;
    }
    if (lastId === undefined) {
      // Whatever came between the first listener's snapshot and now is told with this round.
      lastId = await messages.readLastId();
      await publishTo(addresses);
      return;
    }
    const rows = await messages.listAfter(lastId, LOOK_ROWS_MAX);
    if (rows.length === 0) return;
    const owners = new Set(rows.map((row) => row.owner_id));
    await publishTo(
      addresses.filter((one) => owners.has(0) || owners.has(splitAddress(one).ownerId)),
    );
    lastId = rows[rows.length - 1].notice_id;
  }

  function look(): Promise<void> {
    looking ??= lookOnce().finally(() => {
      looking = undefined;
    });
    return looking;
  }

  return {
    publish: (ownerId) => publishTo(hub.listAddresses(`${PREFIX}${ownerId}:`)),
    look,
  };
}
