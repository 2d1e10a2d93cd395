// What an operator does about the own account: confirm the session with the second factor, change
// the password, see, add and remove passkeys, see and end sessions. Signing in is sign-in.ts.
import type { OfficeSessionRow } from '@isobath/wire';
import {
  checkPassword,
  hashPassword,
  isWeakPassword,
  type TakenTry,
  takeTryOf,
} from '../../base/credentials/index.ts';
import type { Operator } from '../../base/office/index.ts';
import { type CallContext, type OperatorCaller, refuse } from '../../base/product/index.ts';
import type { OfficeSignInParts } from './parts.ts';
import { operatorOf } from './of-call.ts';
import { findStep, type OFFICE_TRIES } from './sign-in.ts';

type Call = Pick<CallContext, 'caller'>;

/** How long a second factor counts as fresh. */
const FRESH_MS = 10 * 60_000;

/** @throws step_up_needed when the session's second factor was given too long ago. */
export async function checkFresh(
  { operatorSessions, readNowMs }: Pick<OfficeSignInParts, 'operatorSessions' | 'readNowMs'>,
  { sessionId }: OperatorCaller,
): Promise<void> {
  const factorAtMs = await operatorSessions.readFactorAtMs(sessionId);
  if (factorAtMs + FRESH_MS < readNowMs()) throw refuse('step_up_needed');
}

/** Make what an operator may do about the own account. */
export function createOwnAccount(parts: OfficeSignInParts) {
  const { operators, operatorSessions, audit, throttle, seal, passkeys, readNowMs } = parts;

  async function readSelf(call: Call): Promise<Operator> {
    const operator = await operators.read(operatorOf(call).operatorId);
    if (operator === undefined) throw refuse('not_signed_in');
    return operator;
  }

  /** Whoever is signed in guesses for themselves alone: nobody else waits. */
  function takeTry(tried: keyof typeof OFFICE_TRIES, call: Call): TakenTry {
    const { sessionId } = operatorOf(call);
    const who = { account: `session ${sessionId}`, ip: call.caller.ip, knownMark: '' };
    const taken = takeTryOf(throttle, tried, who);
    if (typeof taken === 'number') throw refuse('locked', { waitMs: String(taken) });
    return taken;
  }

  async function fail(
    call: Call,
    taken: TakenTry,
    { word, part }: { word: 'code_wrong' | 'passkey_wrong' | 'credentials_wrong'; part: string },
  ): Promise<never> {
    const action = 'operator_confirm_failed';
    await audit.write(operatorOf(call), { action, detail: { part, ip: call.caller.ip } });
    throw refuse(word, { triesLeft: String(taken.readLeft()) });
  }

  async function confirm(call: Call, taken: TakenTry, kind: string) {
    taken.forgive();
    const operator = operatorOf(call);
    await audit.transaction(operator, async (session, write) => {
      await operatorSessions.noteFactor(session, operator.sessionId);
      await write({ action: 'operator_confirmed', detail: { kind } });
    });
    return { untilMs: readNowMs() + FRESH_MS };
  }

  return {
    async read(call: Call) {
      const operator = await readSelf(call);
      const { sessionId } = operatorOf(call);
      const sessions: OfficeSessionRow[] = (await operatorSessions.list(operator.operatorId)).map(
        (row) => ({ ...row, isOwn: row.sessionId === sessionId }),
      );
      const hasTotp = operator.totpSecret !== null;
      const own = await passkeys.list(operator.operatorId);
      return { hasTotp, hasPasskey: own.length > 0, passkeys: own, sessions };
    },

    async stepUpByTotp({ code }: { code: string }, call: Call) {
      const operator = await readSelf(call);
      const sealed = operator.totpSecret;
      const taken = takeTry('stepUp', call);
      const nowMs = readNowMs();
      const step = sealed === null ? undefined : findStep(seal, operator, { sealed, code, nowMs });
      const isRight =
        step !== undefined && (await operators.takeTotpStep(operator.operatorId, step));
      if (!isRight) return fail(call, taken, { word: 'code_wrong', part: 'second factor' });
      return confirm(call, taken, 'authenticator');
    },

    async stepUpOptions(call: Call) {
      await readSelf(call);
      const { ticket: ceremonyTicket, options } = await passkeys.beginLogin();
      return { ceremonyTicket, options };
    },

    async stepUpByPasskey(
      body: { ceremonyTicket: string; response: Record<string, unknown> },
      call: Call,
    ) {
      const { operatorId } = await readSelf(call);
      const taken = takeTry('stepUp', call);
      const ownerId = await passkeys.finishLogin(body.ceremonyTicket, body.response).catch(() => 0);
      if (ownerId !== operatorId) {
        return fail(call, taken, { word: 'passkey_wrong', part: 'second factor' });
      }
      return confirm(call, taken, 'passkey');
    },

    async setPassword(body: { password: string; newPassword: string }, call: Call) {
      const operator = await readSelf(call);
      const { sessionId } = operatorOf(call);
      await checkFresh(parts, operatorOf(call));
      const taken = takeTry('password', call);
      if (!(await checkPassword(body.password, operator.passwordHash))) {
        return fail(call, taken, { word: 'credentials_wrong', part: 'password' });
      }
      taken.forgive();
      if (isWeakPassword(body.newPassword, operator.email)) throw refuse('password_weak');
      const passwordHash = await hashPassword(body.newPassword);
      const endedCount = await audit.transaction(operatorOf(call), async (session, write) => {
        await operators.change(session, operator.operatorId, { passwordHash });
        const ended = await operatorSessions.endAll(session, operator.operatorId, sessionId);
        await write({ action: 'operator_password_set', detail: { endedCount: ended } });
        return ended;
      });
      return { endedCount };
    },

    async passkeyOptions(call: Call) {
      const { operatorId, email } = await readSelf(call);
      await checkFresh(parts, operatorOf(call));
      const owner = { ownerId: operatorId, email, nickname: email };
      return { options: await passkeys.beginAdding(owner, readNowMs()) };
    },

    async addPasskey({ response }: { response: Record<string, unknown> }, call: Call) {
      const { operatorId } = await readSelf(call);
      await checkFresh(parts, operatorOf(call));
      const { device } = call.caller;
      await passkeys.add(operatorId, { name: device, response }, readNowMs());
      await audit.write(operatorOf(call), { action: 'operator_passkey_added', detail: { device } });
      return {};
    },

    async removePasskey({ id }: { id: string }, call: Call) {
      const { operatorId } = await readSelf(call);
      await checkFresh(parts, operatorOf(call));
      await audit.transaction(operatorOf(call), async (session, write) => {
        const device = await operators.removePasskey(session, operatorId, id);
        await write({ action: 'operator_passkey_removed', detail: { device } });
      });
      return {};
    },

    async endSessions({ sessionId }: { sessionId: number }, call: Call) {
      const { operatorId, sessionId: own } = operatorOf(call);
      return audit.transaction(operatorOf(call), async (session, write) => {
        const endedCount =
          sessionId === 0
            ? await operatorSessions.endAll(session, operatorId, own)
            : await operatorSessions.endOf(session, operatorId, sessionId);
        if (endedCount === 0 && sessionId !== 0) throw refuse('object_not_found');
        await write({ action: 'operator_sessions_ended', detail: { endedCount } });
        return { endedCount };
      });
    },
  };
}
