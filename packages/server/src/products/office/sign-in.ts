// Letting an operator in: password, then always a second factor. Whoever has none sets one up with
// the ticket of his password, before any session exists. A wrong answer never says which part was
// wrong. Not the sign-in of people who trade (products/account).
import { isPermitted, type OperatorAnswer, permissions } from '@isobath/wire';
import { countAs } from '../../base/addresses/index.ts';
import { checkPassword, findTotpStep, makeTotp, type Seal } from '../../base/credentials/index.ts';
import { formatOfficeCookie, type Operator } from '../../base/office/index.ts';
import { type CallContext, type OperatorCaller, refuse } from '../../base/product/index.ts';
import type { OfficeSignInParts } from './parts.ts';

type Call = Pick<CallContext, 'caller' | 'setHeader'>;

const PURPOSE = 'operator_sign_in';

function hasFactor(operator: Operator): boolean {
  return operator.totpSecret !== null || operator.passkeysCount > 0;
}

/** What the console is told of who is signed in. */
export function showOperator(
  { operatorId, email, role }: OperatorCaller,
  mode: OperatorAnswer['mode'],
): OperatorAnswer {
  return {
    operatorId,
    email,
    role: role as OperatorAnswer['role'],
    permissions: permissions.filter((permission) => isPermitted(role, permission)),
    mode,
  };
}

function findStep(
  seal: Seal,
  operator: Operator,
  wish: { sealed: Buffer; code: string; nowMs: number },
) {
  const at = { nowMs: wish.nowMs, lastStep: operator.totpLastStep };
  return findTotpStep(seal.open(wish.sealed), wish.code, at);
}

/** Make the steps of signing in. */
export function createOfficeSignIn(parts: OfficeSignInParts) {
  const { operators, operatorSessions, audit, tickets, throttle, seal, passkeys } = parts;

  function checkThrottle(names: readonly string[]): void {
    const waitMs = throttle.readWaitMs(names);
    if (waitMs > 0) throw refuse('locked', { waitMs: String(waitMs) });
  }

  /** Counts a try before it is judged; `giveBack` when it was right. */
  function takeTry(names: readonly string[]): void {
    const waitMs = throttle.take(names);
    if (waitMs > 0) throw refuse('locked', { waitMs: String(waitMs) });
  }

  const factorOf = ({ operatorId }: Operator) => [`factor:${operatorId}`];

  /** The operator of a ticket, who has given his password. */
  async function readBegun(ticket: string): Promise<Operator> {
    if (!parts.canSignIn) throw refuse('insecure_origin');
    const begun = await tickets.read(PURPOSE, ticket);
    const operator = begun && (await operators.read(begun.ownerId));
    if (operator === undefined || operator.isDisabled) throw refuse('ticket_invalid');
    checkThrottle(factorOf(operator));
    return operator;
  }

  async function readUnenrolled(ticket: string): Promise<Operator> {
    const operator = await readBegun(ticket);
    if (hasFactor(operator)) throw refuse('totp_already_on');
    return operator;
  }

  async function failFactor(
    operator: Operator,
    ticket: string,
    word: 'code_wrong' | 'passkey_wrong',
  ): Promise<never> {
    await audit.write(
      { operatorId: operator.operatorId, sessionId: 0 },
      { action: 'operator_sign_in_failed', detail: { part: 'second factor' } },
    );
    const triesLeft = await tickets.countWrong(ticket);
    // The last wrong one locks: said at once, not at the next try.
    checkThrottle(factorOf(operator));
    if (triesLeft <= 0) throw refuse('code_expired');
    const left = Math.min(triesLeft, throttle.readLeft(factorOf(operator)));
    throw refuse(word, { triesLeft: String(left) });
  }

  /** Open the session; the ticket is used up first, so that it opens one only. */
  async function finish(operator: Operator, ticket: string, call: Call): Promise<OperatorAnswer> {
    throttle.giveBack(factorOf(operator));
    if (!(await tickets.remove(ticket))) throw refuse('ticket_invalid');
    const { operatorId, email, role } = operator;
    const { ip, device } = call.caller;
    const actor = { operatorId, sessionId: 0 };
    const made = await audit.transaction(actor, async (session, write) => {
      const opened = await operatorSessions.create(session, { operatorId, ip, device });
      await write({ action: 'operator_signed_in', detail: { ip, device } });
      return opened;
    });
    call.setHeader('set-cookie', formatOfficeCookie(made.token));
    return showOperator({ operatorId, sessionId: made.sessionId, email, role }, parts.mode);
  }

  async function noteEnrolled(operator: Operator, kind: string): Promise<void> {
    await audit.write(
      { operatorId: operator.operatorId, sessionId: 0 },
      { action: 'operator_enrolled', detail: { kind } },
    );
  }

  const asOwner = ({ operatorId, email }: Operator) => ({
    ownerId: operatorId,
    email,
    nickname: email,
  });

  return {
    async begin(body: { email: string; password: string }, { caller }: Call) {
      if (!parts.canSignIn) throw refuse('insecure_origin');
      const email = body.email.trim().toLowerCase();
      const names = [`email:${email}`, `ip:${countAs(caller.ip)}`];
      takeTry(names);
      const operator = await operators.findByEmail(email);
      const isRight = await checkPassword(body.password, operator?.passwordHash);
      if (!isRight || operator === undefined || operator.isDisabled) {
        // For an address that nobody has too: the answer takes the same work, and guessing is seen;
        // but strangers from many places do not make the chain grow for ever.
        const part = operator === undefined ? 'address' : 'password';
        if (operator !== undefined || throttle.take(['unknown:']) === 0) {
          await audit.write(
            { operatorId: operator?.operatorId ?? 0, sessionId: 0 },
            { action: 'operator_sign_in_failed', detail: { part, ip: caller.ip } },
          );
        }
        throw refuse('credentials_wrong');
      }
      throttle.giveBack(names);
      throttle.forgive(names[0]);
      const content = {
        purpose: PURPOSE,
        email,
        ownerId: operator.operatorId,
        payload: {},
      } as const;
      const { ticket } = await tickets.create(content, false);
      const hasTotp = operator.totpSecret !== null;
      const hasPasskey = operator.passkeysCount > 0;
      return {
        next: hasFactor(operator) ? 'confirm' : 'enrol',
        ticket,
        hasTotp,
        hasPasskey,
      } as const;
    },

    async verifyTotp({ ticket, code }: { ticket: string; code: string }, call: Call) {
      const operator = await readBegun(ticket);
      const sealed = operator.totpSecret;
      if (sealed === null) throw refuse('ticket_invalid');
      takeTry(factorOf(operator));
      const step = findStep(seal, operator, { sealed, code, nowMs: parts.readNowMs() });
      const isTaken =
        step !== undefined && (await operators.takeTotpStep(operator.operatorId, step));
      if (!isTaken) return failFactor(operator, ticket, 'code_wrong');
      return finish(operator, ticket, call);
    },

    async passkeyOptions({ ticket }: { ticket: string }) {
      await readBegun(ticket);
      const { ticket: ceremonyTicket, options } = await passkeys.beginLogin();
      return { ceremonyTicket, options };
    },

    async verifyPasskey(
      body: { ticket: string; ceremonyTicket: string; response: Record<string, unknown> },
      call: Call,
    ) {
      const operator = await readBegun(body.ticket);
      takeTry(factorOf(operator));
      const ownerId = await passkeys.finishLogin(body.ceremonyTicket, body.response).catch(() => 0);
      if (ownerId !== operator.operatorId) {
        return failFactor(operator, body.ticket, 'passkey_wrong');
      }
      return finish(operator, body.ticket, call);
    },

    async beginTotp({ ticket }: { ticket: string }) {
      const operator = await readUnenrolled(ticket);
      const made = makeTotp(operator.email, await parts.readHouseName());
      const actor = { operatorId: operator.operatorId, sessionId: 0 };
      await audit.transaction(actor, (session) =>
        operators.change(session, operator.operatorId, { totpPending: seal.close(made.secret) }),
      );
      return made;
    },

    async confirmTotp({ ticket, code }: { ticket: string; code: string }, call: Call) {
      const operator = await readUnenrolled(ticket);
      const sealed = operator.totpPending;
      if (sealed === null) throw refuse('ticket_invalid');
      takeTry(factorOf(operator));
      const step = findStep(seal, operator, { sealed, code, nowMs: parts.readNowMs() });
      const isTaken =
        step !== undefined && (await operators.takeTotpStep(operator.operatorId, step));
      if (!isTaken) return failFactor(operator, ticket, 'code_wrong');
      const actor = { operatorId: operator.operatorId, sessionId: 0 };
      await audit.transaction(actor, async (session, write) => {
        const change = { totpSecret: sealed, totpPending: null };
        await operators.change(session, operator.operatorId, change);
        await write({ action: 'operator_enrolled', detail: { kind: 'authenticator' } });
      });
      return finish(operator, ticket, call);
    },

    async beginPasskey({ ticket }: { ticket: string }) {
      const operator = await readUnenrolled(ticket);
      return { options: await passkeys.beginAdding(asOwner(operator), parts.readNowMs()) };
    },

    async confirmPasskey(
      { ticket, response }: { ticket: string; response: Record<string, unknown> },
      call: Call,
    ) {
      const operator = await readUnenrolled(ticket);
      takeTry(factorOf(operator));
      const made = { name: call.caller.device, response };
      await passkeys.add(operator.operatorId, made, parts.readNowMs());
      await noteEnrolled(operator, 'passkey');
      return finish(operator, ticket, call);
    },

    async logout({ caller, setHeader }: Call) {
      const { operator } = caller;
      if (operator === undefined) throw refuse('not_signed_in');
      await audit.transaction(operator, async (session, write) => {
        await operatorSessions.end(session, operator.sessionId);
        await write({ action: 'operator_signed_out' });
      });
      setHeader('set-cookie', formatOfficeCookie(''));
      return {};
    },
  };
}
