// The limits of the trading API, each from where it is enforced, for the guide of programs.
// Not here: the words for them (texts, `limit.NAME`). Used by openapi.ts.
import {
  defaultAddressLimits,
  FIRST_BAN_MS,
} from '../../packages/server/src/base/binance-api/address-limits.ts';
import { defaultOrderCounts } from '../../packages/server/src/base/binance-api/order-counts.ts';
import { WINDOW_MAX_MS } from '../../packages/server/src/base/binance-api/signing.ts';
import { LISTEN_KEY_LIFE_MS } from '../../packages/server/src/base/listen-keys/listen-keys.ts';
import { SUBSCRIPTIONS_OPEN_MAX } from '../../packages/server/src/edge/binance-api/api-socket.ts';
import {
  CONNECTS_MAX,
  LIFE_MS,
  PONG_WITHIN_MS,
} from '../../packages/server/src/edge/binance-api/lines.ts';
import {
  MESSAGES_PER_SECOND,
  STREAMS_COUNT_MAX,
} from '../../packages/server/src/edge/binance-api/stream-socket.ts';
import {
  KEYS_COUNT_MAX,
  UNBOUND_DAYS_MAX,
} from '../../packages/server/src/products/keys/routes.ts';

const SECOND = 1_000;
const MINUTE = 60_000;
const HOUR = 3_600_000;

/** Limits by name, in the order they are shown; the name says of what and in which unit. */
export const binanceLimits: Readonly<Record<string, number>> = {
  weight: defaultAddressLimits.weightPerMinute,
  requests: defaultAddressLimits.requestsPerFiveMinutes,
  ban: FIRST_BAN_MS / MINUTE,
  orders: defaultOrderCounts.perTenSeconds,
  ordersDay: defaultOrderCounts.perDay,
  window: WINDOW_MAX_MS,
  messages: MESSAGES_PER_SECOND,
  streams: STREAMS_COUNT_MAX,
  connections: CONNECTS_MAX,
  pong: PONG_WITHIN_MS / SECOND,
  life: LIFE_MS / HOUR,
  accounts: SUBSCRIPTIONS_OPEN_MAX,
  listenKey: LISTEN_KEY_LIFE_MS / MINUTE,
  keys: KEYS_COUNT_MAX,
  unbound: UNBOUND_DAYS_MAX,
};
