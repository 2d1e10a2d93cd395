// What a route is: one row says method, path, who may call it, what it takes and gives. The edge
// checks with it, the sdk types with it, the reference and the authorization matrix are made from
// it.
import type { Permission } from './permissions.ts';
import type { Until } from './until.ts';
import type { z } from './z.ts';

/**
 * Who may call: anybody, a signed-in user, an operator on this host, or the sandbox only. The
 * trading dialect has roles of its own: whoever names an API key, and requests signed with a key
 * that has the permission. The back office names the permission that an operator's role must hold.
 */
export type RouteRole =
  | 'public'
  | 'user'
  | 'operator'
  | 'sandbox'
  | 'key'
  | 'key_signed'
  | 'key_read'
  | 'key_spot'
  | 'key_transfer'
  | 'key_withdraw'
  | `admin:${Permission}`;

/** How calls are counted against limits. */
export type RateClass = 'read' | 'market' | 'order' | 'credential' | 'write' | 'upload' | 'none';

/** Most bytes of a body, unless its route says otherwise: a passkey's answer is half of it. */
export const BODY_BYTES_MAX = 16 * 1024;
/** Most bytes of bodies that carry more: a row of texts, a picture, an article, a file. */
export const bodyBytes = {
  row: 48 * 1024,
  picture: 192 * 1024,
  article: 256 * 1024,
  /** What a provider tells. */
  webhook: 64 * 1024,
  file: 1024 * 1024,
  /** A thousand postings with their document. */
  sheet: 3 * 1024 * 1024,
  /** A picture of 10 MiB of a document, in a form of several parts. */
  document: 10 * 1024 * 1024 + 16 * 1024,
} as const;

/** One endpoint. `owner` says whose objects the call may touch. */
export interface Route<
  TQuery extends z.ZodType = z.ZodType,
  TBody extends z.ZodType = z.ZodType,
  TAnswer extends z.ZodType = z.ZodType,
> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path with `:name` parameters; they are checked as part of `query`. */
  readonly path: string;
  readonly role: RouteRole;
  readonly owner: 'none' | 'caller';
  readonly rate: RateClass;
  /**
   * How many calls of its class it counts as, by what is asked; absent = 1. It follows what a call
   * costs the server, so that one network takes no more than a tenth of a processor with any.
   */
  readonly weigh?: (query: Readonly<Record<string, unknown>>) => number;
  /** On questions that take an end: the last moment they read, which the server waits to have. */
  readonly until?: Until;
  readonly summary: string;
  readonly query?: TQuery;
  readonly body?: TBody;
  /** Most bytes of the body, of `bodyBytes`, or it is not read; absent = `BODY_BYTES_MAX`. */
  readonly bodyBytesMax?: number;
  readonly answer: TAnswer;
  /** The answer is a plain body without the envelope. */
  readonly isBare?: boolean;
  /** The body may also come as a form of several parts, and our own client sends it so. */
  readonly isForm?: boolean;
  /**
   * Wants a proof of exactly its text, in the header `sign` with `bver` 1; asked as GET, too, it
   * changes something and comes from our own pages only.
   */
  readonly needsProof?: boolean;
  /**
   * Called by a provider's program: it comes from no page and has no session, its body is read by
   * the handler once its signature was found good.
   */
  readonly isWebhook?: boolean;
  /** Public data that pages of other sites may read from a browser. */
  readonly isOpen?: boolean;
  /** On calls of the trading dialect, which count by weight and take all inputs as `query`. */
  readonly binance?: BinanceMark;
}

/** How a call of the dialect counts, and what a refusal of it is about. */
export interface BinanceMark {
  /** Of 6,000 a minute and address; the least, where it depends on what is asked. */
  readonly weight: number;
  /** What of it is added for the parameters at hand. */
  readonly weigh?: (parameters: Readonly<Record<string, string>>) => number;
  /** New orders it counts as; absent = none. */
  readonly orders?: number;
  /** Absent = query: some reasons of the engine have another number when placing or cancelling. */
  readonly act?: 'place' | 'cancel' | 'amend' | 'transfer' | 'query';
}

/** Give a route its exact types. */
export function defineRoute<
  TQuery extends z.ZodType,
  TBody extends z.ZodType,
  TAnswer extends z.ZodType,
>(route: Route<TQuery, TBody, TAnswer>): Route<TQuery, TBody, TAnswer> {
  return route;
}

/** Query a route takes, before parsing. */
export type RouteQuery<TRoute> =
  TRoute extends Route<infer TQuery, z.ZodType, z.ZodType> ? z.input<TQuery> : never;
/** Body a route takes, before parsing. */
export type RouteBody<TRoute> =
  TRoute extends Route<z.ZodType, infer TBody, z.ZodType> ? z.input<TBody> : never;
/** `data` of a good answer. */
export type RouteAnswer<TRoute> =
  TRoute extends Route<z.ZodType, z.ZodType, infer TAnswer> ? z.output<TAnswer> : never;
