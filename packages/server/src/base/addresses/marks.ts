import { createHmac } from 'node:crypto';
import { countAs } from './networks.ts';

/** Who counts once where a crowd is counted: a person by their number, a guest by their network. */
export interface Counted {
  /** 0 = a guest. */
  readonly ownerId: number;
  readonly ip: string;
}

/** Gives the mark of who is counted: another one each day, so that nobody can be followed by it. */
export type MarkCounted = (counted: Counted) => Buffer;

const DAY_MS = 86_400_000;

/**
 * Make it. Whoever has no session can have any number of browsers, but not of networks: an IPv6
 * line counts as its /64.
 *
 * @param secret - of the installation, hexadecimal.
 */
export function createMarks(secret: string, readNowMs: () => number): MarkCounted {
  const key = createHmac('sha256', Buffer.from(secret, 'hex')).update('counted once').digest();
  return ({ ownerId, ip }) => {
    const who = ownerId > 0 ? `owner ${ownerId}` : `network ${countAs(ip)}`;
    const day = Math.floor(readNowMs() / DAY_MS);
    return createHmac('sha256', key).update(`${day} ${who}`).digest();
  };
}
