// Makes an operator, with a password that was given or is made here. Whoever may use the tool on
// the host stands above the back office. Called by the operator's commands.
import { randomBytes } from 'node:crypto';
import { type OperatorRole, operatorRoleNames } from '@isobath/wire';
import { type AuditLog, HOST } from '../audit/index.ts';
import { hashPassword, isWeakPassword } from '../credentials/index.ts';
import { EXIT, Refusal } from '../process/exit.ts';
import type { Operators } from './operators.ts';

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

/** Make an operator; the second factor is set up at the first sign-in. */
export async function createOperator(
  { operators, audit }: { readonly operators: Operators; readonly audit: AuditLog },
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
