import type { Route, RouteAnswer, RouteBody, RouteQuery } from '@isobath/wire';

/** Input of a call: what the route takes, plus the idempotency key of a write. */
export interface CallInput<TRoute> {
  readonly query?: RouteQuery<TRoute>;
  readonly body?: RouteBody<TRoute>;
  readonly idempotencyKey?: string;
  /** Proof of exactly this request, where it wants one: it is over `readSentText`. */
  readonly proof?: string;
  readonly signal?: AbortSignal;
}

/**
 * Everything pages and programs can ask of the exchange. The browser uses the fetch client, pages
 * rendered on the server an in-process one; both behave alike.
 */
export interface Client {
  /**
   * Call one route.
   *
   * @returns the answer's `data`.
   * @throws ApiError when the answer's code is not 200; NetworkError when no answer came.
   */
  call<TRoute extends Route>(
    route: TRoute,
    input?: CallInput<TRoute>,
  ): Promise<RouteAnswer<TRoute>>;
}

/** The exchange refused: number, text in the caller's language, reject word and facts. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: number;
  readonly status: number;
  readonly reject: string;
  readonly facts: Readonly<Record<string, string>>;
  readonly fields: readonly { path: string; problem: string }[];

  constructor(refusal: {
    code: number;
    status: number;
    message: string;
    reject?: string;
    facts?: Record<string, string>;
    fields?: { path: string; problem: string }[];
  }) {
    super(refusal.message);
    this.code = refusal.code;
    this.status = refusal.status;
    this.reject = refusal.reject ?? '';
    this.facts = refusal.facts ?? {};
    this.fields = refusal.fields ?? [];
  }
}

/** No answer came, or not one of ours: the outcome of a write is unknown. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
}
