// What a route is: one row says method, path, who may call it, what it takes and gives. The edge
// checks with it, the sdk types with it, the reference and the authorization matrix are made from
// it.
import type { z } from './z.ts';

/** Who may call: anybody, a signed-in user, an operator on this host, or the sandbox only. */
export type RouteRole = 'public' | 'user' | 'operator' | 'sandbox';

/** How calls are counted against limits. */
export type RateClass = 'read' | 'market' | 'order' | 'credential' | 'write' | 'none';

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
  readonly summary: string;
  readonly query?: TQuery;
  readonly body?: TBody;
  readonly answer: TAnswer;
  /** The answer is a plain body without the envelope. */
  readonly isBare?: boolean;
  /** The body may also come as a form of several parts, and our own client sends it so. */
  readonly isForm?: boolean;
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
