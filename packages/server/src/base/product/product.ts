// What a product of the server is made of. Products hand these lists to main.ts, which hands them
// to edge, projector and feeds; so no room above knows a product by name.
import type { CoreEvent } from '@isobath/core';
import type { Route, RouteAnswer } from '@isobath/wire';
import type { z } from '@isobath/wire';
import type { SignedText } from '../providers/index.ts';

/** An operator who is signed in to the back office. */
export interface OperatorCaller {
  readonly operatorId: number;
  readonly sessionId: number;
  readonly email: string;
  /** A role of wire's table. */
  readonly role: string;
}

/** Who is calling, as the edge established it. */
export interface Caller {
  /** Owner number of the signed-in user, 0 for a guest. */
  readonly ownerId: number;
  /** Number of the session or API key (0 for a guest); goes into commands. */
  readonly sessionId: number;
  readonly ip: string;
  readonly device: string;
  readonly locale: string;
  /** Browser mark of guests, for the sandbox outbox. */
  readonly visitorId: string;
  /** Until when a step-up is valid; 0 = none. */
  readonly steppedUpUntilMs: number;
  readonly requestId: string;
  /** Present on calls of the back office that an operator makes; `ownerId` is then 0. */
  readonly operator?: OperatorCaller;
  /** Present on requests signed with an API key, whose number is then the `sessionId`. */
  readonly signed?: {
    /** Until when the request may reach the engine, UTC milliseconds; 0 = no limit. */
    readonly deadlineMs: number;
  };
}

/** What came with a call that wants a proof. */
export interface GivenProof {
  /** Header `sign` of version 1, "" without one. */
  readonly sign: string;
  /** The exact text that was sent: the body, or of a GET its query without the question mark. */
  readonly text: string;
}

/** What a handler gets: checked input and the caller. */
export interface CallContext<TRoute extends Route = Route> {
  readonly caller: Caller;
  readonly query: TRoute extends Route<infer TQuery> ? z.output<TQuery> : never;
  readonly body: TRoute extends Route<z.ZodType, infer TBody> ? z.output<TBody> : never;
  /** The client's idempotency key, "" without one. */
  readonly idempotencyKey: string;
  /** On routes with `needsProof`. */
  readonly proof?: GivenProof | undefined;
  /** On routes with `isWebhook`. */
  readonly signed?: SignedText | undefined;
  /** Sets an answer header or cookie. */
  readonly setHeader: (name: string, value: string) => void;
  /** Why the call may place nothing though the rest of it goes on; most calls are refused then. */
  readonly overLimit?: Error | undefined;
}

/** One served route. */
export interface RouteHandler {
  readonly route: Route;
  readonly handle: (context: CallContext) => Promise<unknown>;
}

/** Tie a handler to its route with the route's types. */
export function serve<TRoute extends Route>(
  route: TRoute,
  handle: (context: CallContext<TRoute>) => Promise<RouteAnswer<TRoute>>,
): RouteHandler {
  return { route, handle: handle as unknown as RouteHandler['handle'] };
}

/** A committed command with everything it did. */
export interface CommittedStep {
  readonly sequence: number;
  readonly atMs: number;
  readonly events: readonly CoreEvent[];
}
