// The operator's commands about the people of the back office: make one, list them, let one go,
// take a second factor away. Whoever may use the tool on the host stands above the console.
// Registered by the edge's process.
import { randomBytes } from 'node:crypto';
import { type OperatorRole, operatorRoleNames } from '@isobath/wire';
import { type AuditLog, HOST } from './base/audit/index.ts';
import { hashPassword, isWeakPassword } from './base/credentials/index.ts';
import type { Operator, Operators, OperatorSessions } from './base/office/index.ts';
import type { OperatorHandlers } from './base/operator/index.ts';
import { EXIT, Refusal } from './base/process/exit.ts';

/** What the commands stand on. */
export interface OperateOperatorsParts {
  readonly operators: Operators;
  readonly operatorSessions: OperatorSessions;
  readonly audit: AuditLog;
}

const PASSWORD_BYTES = 15;

/** Read a role's name. @errors Refusal 64 naming the roles there are. */
export function readOperatorRole(text: string): OperatorRole {
  const role = operatorRoleNames.find((each) => each === text);
  if (role !== undefined) return role;
  throw new Refusal(
    EXIT.usage,
    `There is no role ${text}: take of ${operatorRoleNames.join(', ')}.`,
  );
}

/** Make an operator; his second factor is set up at the first sign-in. */
export async function createOperator(
  { operators, audit }: OperateOperatorsParts,
  request: { email: string; role: string; password?: string | undefined },
): Promise<{ operatorId: number; email: string; role: OperatorRole; password: string }> {
  const email = request.email.trim().toLowerCase();
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) {
    throw new Refusal(EXIT.usage, `${request.email} is no mail address.`);
  }
  const role = readOperatorRole(request.role);
  const password = request.password ?? randomBytes(PASSWORD_BYTES).toString('base64url');
  if (isWeakPassword(password, email)) {
    throw new Refusal(EXIT.usage, 'The password is too easy to guess: choose a longer one.');
  }
  const passwordHash = await hashPassword(password);
  const operatorId = await audit.transaction(HOST, async (session, write) => {
    const made = await operators.create(session, { email, role, passwordHash });
    if (made === undefined) throw new Refusal(EXIT.usage, `${email} is an operator already.`);
    const target = { kind: 'operator', id: made } as const;
    await write({ action: 'operator_created', target, detail: { role } });
    return made;
  });
  return { operatorId, email, role, password };
}

/** Make the handlers. */
export function createOperatorAccountHandlers(parts: OperateOperatorsParts): OperatorHandlers {
  const { operators, operatorSessions, audit } = parts;

  async function find(email: string): Promise<Operator> {
    const operator = await operators.findByEmail(email.trim().toLowerCase());
    if (operator !== undefined) return operator;
    throw new Refusal(EXIT.usage, `Nobody of the back office is ${email}.`);
  }

  return {
    'operator.create': async (request) => {
      const { password, ...made } = await createOperator(parts, request);
      return request.password === undefined ? { ...made, password } : made;
    },
    'operator.list': async () => ({
      operators: (await operators.list()).map((one) => ({
        operatorId: one.operatorId,
        email: one.email,
        role: one.role,
        hasSecondFactor: one.totpSecret !== null || one.passkeysCount > 0,
        isDisabled: one.isDisabled,
      })),
    }),
    'operator.disable': async ({ email }) => {
      const { operatorId } = await find(email);
      await audit.transaction(HOST, async (session, write) => {
        await operators.change(session, operatorId, { disabledAt: new Date() });
        await operatorSessions.endAll(session, operatorId);
        await write({ action: 'operator_disabled', target: { kind: 'operator', id: operatorId } });
      });
      return { operatorId };
    },
    'operator.enable': async ({ email }) => {
      const { operatorId } = await find(email);
      await audit.transaction(HOST, async (session, write) => {
        await operators.change(session, operatorId, { disabledAt: null });
        await write({ action: 'operator_enabled', target: { kind: 'operator', id: operatorId } });
      });
      return { operatorId };
    },
    'operator.reset': async ({ email }) => {
      const { operatorId } = await find(email);
      await audit.transaction(HOST, async (session, write) => {
        const change = { totpSecret: null, totpPending: null };
        await operators.change(session, operatorId, change);
        await operators.removePasskeys(session, operatorId);
        await operatorSessions.endAll(session, operatorId);
        await write({ action: 'operator_reset', target: { kind: 'operator', id: operatorId } });
      });
      return { operatorId };
    },
  };
}
