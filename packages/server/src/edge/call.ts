// One call from request to envelope: role, origin, limit, shape, handler, refusal. The same steps
// serve requests from the network and pages rendered in this process.
import { isPermitted, type Permission, type RouteRole, type z } from '@isobath/wire';
import {
  type CallContext,
  CallRefusal,
  refuse,
  refuseField,
  type RouteHandler,
} from '../base/product/index.ts';

/** The parts of a request after the caller is known. */
export interface CallInputs {
  readonly query: unknown;
  readonly body: unknown;
  readonly idempotencyKey: string;
  readonly caller: CallContext['caller'];
  readonly proof?: CallContext['proof'];
  readonly signed?: CallContext['signed'];
  readonly setHeader: CallContext['setHeader'];
}

const KEY_LENGTH_MAX = 128;

function isEmpty(body: unknown): boolean {
  return typeof body === 'object' && body !== null && Object.keys(body).length === 0;
}

/** An object whose conversion to text is spoiled throws where a field is converted. */
function parse(schema: z.ZodType, value: unknown) {
  try {
    return schema.safeParse(value);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw refuse('invalid');
  }
}

function check(schema: z.ZodType | undefined, value: unknown): unknown {
  if (schema === undefined) return {};
  const parsed = parse(schema, value);
  if (parsed.success) return parsed.data;
  const { code, status } = refuse('invalid');
  throw new CallRefusal({
    word: 'invalid',
    code,
    status,
    fields: parsed.error.issues.slice(0, 20).map((issue) => ({
      path: issue.path.join('.').slice(0, 100),
      problem: issue.message.slice(0, 200),
    })),
  });
}

/** A call of the back office needs an operator whose role holds what the call names. */
function checkOperator(role: RouteRole, { operator }: CallContext['caller']): void {
  if (!role.startsWith('admin:')) return;
  if (operator === undefined) throw refuse('not_signed_in');
  const permission = role.slice('admin:'.length) as Permission;
  if (!isPermitted(operator.role, permission)) throw refuse('forbidden');
}

/**
 * Run one call whose origin and limits are already accepted.
 *
 * @returns the answer's data.
 * @throws CallRefusal for every refusal; anything else is our mistake.
 */
export async function runCall(handler: RouteHandler, inputs: CallInputs): Promise<unknown> {
  const { route } = handler;
  // A page may not use a session for what only keys open.
  if (route.binance !== undefined) throw refuse('forbidden');
  if (route.role === 'user' && inputs.caller.ownerId === 0) throw refuse('not_signed_in');
  checkOperator(route.role, inputs.caller);
  if (inputs.idempotencyKey.length > KEY_LENGTH_MAX) {
    throw refuseField('idempotency-key', `at most ${KEY_LENGTH_MAX} characters`);
  }
  // Whoever sends something to a call that takes nothing means another call.
  if (route.body === undefined && !isEmpty(inputs.body)) throw refuse('invalid');
  return handler.handle({
    caller: inputs.caller,
    query: check(route.query, inputs.query) as never,
    body: check(route.body, inputs.body) as never,
    idempotencyKey: inputs.idempotencyKey,
    proof: inputs.proof,
    signed: inputs.signed,
    setHeader: inputs.setHeader,
  });
}
