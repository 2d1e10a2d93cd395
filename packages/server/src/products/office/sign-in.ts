// Letting an operator in: password, then always a second factor. Whoever has none sets one up with
// the ticket of their password, before any session exists. A wrong answer never says which part was
// wrong. Not the sign-in of people who trade (products/account).
import { isPermitted, type OperatorAnswer, permissions } from '@isobath/wire';
import {
  checkPassword,
  findTotpStep,
  makeTotp,
  type Seal,
  takePressure,
  type TakenTry,
  takeTryOf,
  type Tryer,
} from '../../base/credentials/index.ts';
import { formatOfficeCookie, type Operator } from '../../base/office/index.ts';
import { type CallContext, type OperatorCaller, refuse } from '../../base/product/index.ts';
import type { OfficeSignInParts } from './parts.ts';

type Call = Pick<CallContext, 'caller' | 'setHeader'>;

const PURPOSE = 'operator_sign_in';
const FIRST_STEPS_MAX = 1_000;

/** What somebody could guess at; each has a count of its own. */
export const OFFICE_TRIES = {
  login: { pair: 10, network: 30 },
  factor: { pair: 5, network: 30, account: 50 },
  stepUp: { pair: 5, network: 30 },
  password: { pair: 5, network: 30 },
} as const;

function hasFactor(operator: Operator): boolean {
  return operator.totpSecret !== null || operator.passkeysCount > 0;
}

/** What the console is told of who is signed in. */
export function showOperator(
  { operatorId, email, role }: Pick<OperatorCaller, 'operatorId' | 'email' | 'role'>,
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

/** The time step that a code belongs to, undefined when it is wrong or was used. */
export function findStep(
  seal: Seal,
  operator: Operator,
  request: { sealed: Buffer; code: string; nowMs: number },
) {
  const at = { nowMs: request.nowMs, lastStep: operator.totpLastStep };
  return findTotpStep(seal.open(request.sealed), request.code, at);
}

/** Make the steps of signing in. */
export function createOfficeSignIn(parts: OfficeSignInParts) {
  const { operators, operatorSessions, audit, tickets, throttle, seal, passkeys, browsers } = parts;

  function refuseLocked(waitMs: number): never {
    throw refuse('locked', { waitMs: String(waitMs) });
  }

  async function readTryer(
    { caller }: Pick<Call, 'caller'>,
    { account, operatorId }: { account: string; operatorId: number },
  ): Promise<Tryer> {
    // Asked for nobody's account as well: it takes the same time.
    const isKnown = await browsers.isKnown(operatorId, caller.visitorId);
    return { account, ip: caller.ip, knownMark: isKnown ? caller.visitorId : '' };
  }

  /** Counts a try before it is judged. */
  function takeTry(tried: keyof typeof OFFICE_TRIES, who: Tryer): TakenTry {
    const taken = takeTryOf(throttle, tried, who);
    return typeof taken === 'number' ? refuseLocked(taken) : taken;
  }

  /** A try at an operator's second factor; their number stands for them. */
  async function takeFactor({ operatorId }: Operator, call: Call) {
    const who = await readTryer(call, { account: `${operatorId}`, operatorId });
    return { who, taken: takeTry('factor', who) };
  }

  /** Steps of the first codes, 0 for a wrong one, of tickets from which two are wanted. */
  const firstSteps = new Map<string, number>();

  /**
   * Six digits can be guessed from many networks by who has the password. While they are, an
   * unknown browser gives the codes of two time steps: nobody is told whether the first was right,
   * so that both must be guessed at once, and whoever holds the authenticator gets in all the same.
   */
  function judgeTwo(ticket: string, step: number | undefined): boolean {
    const first = firstSteps.get(ticket);
    firstSteps.delete(ticket);
    if (first !== undefined) return step !== undefined && first > 0 && step > first;
    firstSteps.set(ticket, step ?? 0);
    if (firstSteps.size > FIRST_STEPS_MAX) firstSteps.delete(firstSteps.keys().next().value ?? '');
    throw refuse('second_code_needed');
  }

  /** The operator of a ticket, who has given their password. */
  async function readBegun(ticket: string): Promise<Operator> {
    if (!parts.canSignIn) throw refuse('insecure_origin');
    const begun = await tickets.read(PURPOSE, ticket);
    const operator = begun && (await operators.read(begun.ownerId));
    if (operator === undefined || operator.isDisabled) throw refuse('ticket_invalid');
    return operator;
  }

  async function readUnenrolled(ticket: string): Promise<Operator> {
    const operator = await readBegun(ticket);
    if (hasFactor(operator)) throw refuse('totp_already_on');
    return operator;
  }

  async function failFactor(
    operator: Operator,
    { taken, ticket }: { readonly taken: TakenTry; readonly ticket: string },
    word: 'code_wrong' | 'passkey_wrong',
  ): Promise<never> {
    await audit.write(
      { operatorId: operator.operatorId, sessionId: 0 },
      { action: 'operator_sign_in_failed', detail: { part: 'second factor' } },
    );
    const triesLeft = await tickets.countWrong(ticket);
    // The last wrong one locks: said at once, not at the next try.
    const lockedMs = taken.readWaitMs();
    if (lockedMs > 0) return refuseLocked(lockedMs);
    if (triesLeft <= 0) throw refuse('code_expired');
    throw refuse(word, { triesLeft: String(Math.min(triesLeft, taken.readLeft())) });
  }

  /** Open the session, the only one; the ticket is used up first, so that it opens one only. */
  async function finish(
    operator: Operator,
    { ticket, taken }: { readonly ticket: string; readonly taken: TakenTry },
    call: Call,
  ): Promise<OperatorAnswer> {
    taken.forgive();
    if (!(await tickets.remove(ticket))) throw refuse('ticket_invalid');
    const { operatorId, email, role } = operator;
    const { ip, device, visitorId } = call.caller;
    const actor = { operatorId, sessionId: 0 };
    const made = await audit.transaction(actor, async (session, write) => {
      const endedCount = await operatorSessions.endAll(session, operatorId);
      const opened = await operatorSessions.create(session, { operatorId, ip, device });
      await write({ action: 'operator_signed_in', detail: { ip, device, endedCount } });
      return opened;
    });
    await browsers.remember(operatorId, visitorId);
    call.setHeader('set-cookie', formatOfficeCookie(made.token));
    return showOperator({ operatorId, email, role }, parts.mode);
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
      const operator = await operators.findByEmail(email);
      const operatorId = operator?.operatorId ?? 0;
      const who = await readTryer({ caller }, { account: email, operatorId });
      const taken = takeTry('login', who);
      const isRight = await checkPassword(body.password, operator?.passwordHash);
      if (!isRight || operator === undefined || operator.isDisabled) {
        // For an address that nobody has too: guessing is seen; but strangers from many places do
        // not make the chain grow for ever. Behind the answer, which then takes the same time.
        const part = operator === undefined ? 'address' : 'password';
        if (operator !== undefined || throttle.take(['unknown:']) === 0) {
          audit
            .write(
              { operatorId, sessionId: 0 },
              { action: 'operator_sign_in_failed', detail: { part, ip: caller.ip } },
            )
            .catch(parts.report);
        }
        throw refuse('credentials_wrong');
      }
      taken.forgive();
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
      const { who, taken } = await takeFactor(operator, call);
      const pressure = takePressure(throttle, 'factor', who);
      const found = findStep(seal, operator, { sealed, code, nowMs: parts.readNowMs() });
      const isTaken =
        found !== undefined && (await operators.takeTotpStep(operator.operatorId, found));
      const step = isTaken ? found : undefined;
      const isRight = pressure.isPressed ? judgeTwo(ticket, step) : step !== undefined;
      if (!isRight) return failFactor(operator, { taken, ticket }, 'code_wrong');
      pressure.giveBack();
      return finish(operator, { ticket, taken }, call);
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
      const { taken } = await takeFactor(operator, call);
      const { ticket } = body;
      const ownerId = await passkeys.finishLogin(body.ceremonyTicket, body.response).catch(() => 0);
      if (ownerId !== operator.operatorId) {
        return failFactor(operator, { taken, ticket }, 'passkey_wrong');
      }
      return finish(operator, { ticket, taken }, call);
    },

    async beginTotp({ ticket }: { ticket: string }) {
      const operator = await readUnenrolled(ticket);
      const made = makeTotp(operator.email, await parts.readBrandName());
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
      const { taken } = await takeFactor(operator, call);
      const step = findStep(seal, operator, { sealed, code, nowMs: parts.readNowMs() });
      const isTaken =
        step !== undefined && (await operators.takeTotpStep(operator.operatorId, step));
      if (!isTaken) return failFactor(operator, { taken, ticket }, 'code_wrong');
      const actor = { operatorId: operator.operatorId, sessionId: 0 };
      await audit.transaction(actor, async (session, write) => {
        const change = { totpSecret: sealed, totpPending: null };
        await operators.change(session, operator.operatorId, change);
        await write({ action: 'operator_enrolled', detail: { kind: 'authenticator' } });
      });
      return finish(operator, { ticket, taken }, call);
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
      const { taken } = await takeFactor(operator, call);
      const made = { name: call.caller.device, response };
      await passkeys.add(operator.operatorId, made, parts.readNowMs());
      await noteEnrolled(operator, 'passkey');
      return finish(operator, { ticket, taken }, call);
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
