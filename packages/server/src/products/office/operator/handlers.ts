// The operator's commands about the people of the back office: make one, list them, let one go,
// take a second factor away. Whoever may use the tool on the host stands above the console.
// Started by start.ts.
import { type AuditLog, HOST } from '../../../base/audit/index.ts';
import {
  createOperator,
  type Operator,
  type Operators,
  type OperatorSessions,
} from '../../../base/office/index.ts';
import type { OperatorHandlers } from '../../../base/operator/index.ts';
import { EXIT, Refusal } from '../../../base/process/exit.ts';

/** What the commands stand on. */
export interface OperateOperatorsParts {
  readonly operators: Operators;
  readonly operatorSessions: OperatorSessions;
  readonly audit: AuditLog;
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
