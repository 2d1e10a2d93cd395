// Calls of the back office: each is checked for its permission by the edge, does one thing, and
// leaves an act in the audit chain. Signing in is sign-in.ts, people are people.ts.
// Called by the edge.
import {
  officeRoutes,
  officeSignInRoutes,
  ownAccountRoutes,
  personViewRoutes,
  webValueNames,
  webValues,
} from '@isobath/wire';
import { refuse, refuseField, type RouteHandler, serve } from '../../base/product/index.ts';
import { type SwitchName, switchNames } from '../../base/switches/index.ts';
import { createCustomerRoutes } from './accounts/routes.ts';
import { createMoneyRoutes } from './money/routes.ts';
import type { OfficeParts } from './parts.ts';
import { checkReason, operatorOf } from './of-call.ts';
import { checkFresh, createOwnAccount } from './own-account.ts';
import { createPeople } from './people.ts';
import { createOfficeSignIn, showOperator } from './sign-in.ts';
import { createTableRoutes } from './tables.ts';

const AUDIT_ROWS = 100;

function createSignInRoutes(parts: OfficeParts): RouteHandler[] {
  const signIn = createOfficeSignIn(parts);
  const routes = officeSignInRoutes;
  return [
    serve(routes.login, (call) => signIn.begin(call.body, call)),
    serve(routes.verifyTotp, (call) => signIn.verifyTotp(call.body, call)),
    serve(routes.passkeyOptions, ({ body }) => signIn.passkeyOptions(body)),
    serve(routes.verifyPasskey, (call) => signIn.verifyPasskey(call.body, call)),
    serve(routes.beginTotp, ({ body }) => signIn.beginTotp(body)),
    serve(routes.confirmTotp, (call) => signIn.confirmTotp(call.body, call)),
    serve(routes.beginPasskey, ({ body }) => signIn.beginPasskey(body)),
    serve(routes.confirmPasskey, (call) => signIn.confirmPasskey(call.body, call)),
    serve(routes.operatorSession, async ({ caller }) =>
      caller.operator === undefined ? null : showOperator(caller.operator, parts.mode),
    ),
    serve(routes.operatorLogout, (call) => signIn.logout(call)),
  ];
}

function createOwnRoutes(parts: OfficeParts): RouteHandler[] {
  const own = createOwnAccount(parts);
  const routes = ownAccountRoutes;
  return [
    serve(routes.ownAccount, (call) => own.read(call)),
    serve(routes.stepUpByTotp, (call) => own.stepUpByTotp(call.body, call)),
    serve(routes.stepUpOptions, (call) => own.stepUpOptions(call)),
    serve(routes.stepUpByPasskey, (call) => own.stepUpByPasskey(call.body, call)),
    serve(routes.setOwnPassword, (call) => own.setPassword(call.body, call)),
    serve(routes.ownPasskeyOptions, (call) => own.passkeyOptions(call)),
    serve(routes.addOwnPasskey, (call) => own.addPasskey(call.body, call)),
    serve(routes.removeOwnPasskey, (call) => own.removePasskey(call.body, call)),
    serve(routes.endOwnSessions, (call) => own.endSessions(call.body, call)),
  ];
}

function createPeopleRoutes(parts: OfficeParts): RouteHandler[] {
  const people = createPeople(parts);
  return [
    serve(officeRoutes.searchUsers, (call) => people.search(operatorOf(call), call.query)),
    serve(personViewRoutes.viewUser, (call) =>
      people.view(operatorOf(call), call.query.ownerId, call.caller.locale),
    ),
    serve(officeRoutes.endUserSessions, (call) => people.endSessions(operatorOf(call), call.body)),
  ];
}

interface ConfigRecord {
  name: string;
  value: unknown;
  changed_at: Date;
}

function createConfigRoutes(parts: OfficeParts): RouteHandler[] {
  const { database, audit, approvals, config } = parts;
  const list = async () => {
    const rows = await database.query<ConfigRecord>(
      'SELECT name, value, changed_at FROM web_config',
    );
    return webValueNames.map((name) => {
      const row = rows.find((each) => each.name === name);
      const { value, changed_at: at } = row ?? { value: webValues[name].first, changed_at: null };
      return { name, value: JSON.stringify(value), changedAt: at?.getTime() ?? 0 };
    });
  };
  return [
    serve(officeRoutes.listConfig, list),
    serve(officeRoutes.setConfig, async (call) => {
      const { name, value: text, reason } = call.body;
      let value: unknown;
      try {
        value = JSON.parse(text);
      } catch {
        throw refuseField('value', 'not JSON: text stands in "quotes"');
      }
      const problem = config.check(name, value);
      if (problem !== undefined) throw refuseField('value', problem);
      const before = (await list()).find((row) => row.name === name)?.value ?? '';
      let approvalId = 0;
      if (config.needsTwo(name)) {
        checkReason(reason);
        const request = {
          kind: 'config.set',
          payload: { name, before, value: text },
          reason,
        } as const;
        approvalId = await approvals.make(operatorOf(call), request);
      } else {
        await audit.transaction(operatorOf(call), async (session, write) => {
          await config.write(session, name, value);
          await write({ action: 'config_set', detail: { name, before, value: text } });
        });
      }
      const row = (await list()).find((each) => each.name === name);
      if (row === undefined) throw refuse('object_not_found');
      return { ...row, approvalId };
    }),
  ];
}

function createSwitchRoutes({ audit, switches }: OfficeParts): RouteHandler[] {
  const show = () =>
    switches.list().map(({ name, isOn, changedAtMs }) => ({ name, isOn, changedAt: changedAtMs }));
  return [
    serve(officeRoutes.listSwitches, async () => show()),
    serve(officeRoutes.setSwitch, async (call) => {
      const { isOn, reason } = call.body;
      const name = switchNames.find((each): each is SwitchName => each === call.body.name);
      if (name === undefined) throw refuseField('name', 'no such switch');
      await audit.transaction(operatorOf(call), async (session, write) => {
        await switches.write(session, name, isOn);
        await write({ action: 'switch_set', detail: { name, isOn, reason } });
      });
      await switches.load();
      return show().find((row) => row.name === name) ?? { name, isOn, changedAt: 0 };
    }),
  ];
}

function createTradingRoutes(parts: OfficeParts): RouteHandler[] {
  const { audit, approvals, mode } = parts;
  return [
    serve(officeRoutes.haltTrading, async (call) => {
      const { reason } = call.body;
      // Written first: a halt that nobody can explain must not be possible.
      await audit.write(operatorOf(call), { action: 'trading_halt_asked', detail: { reason } });
      const { mode: after } = await parts.halt(`operator ${operatorOf(call).operatorId}`);
      await audit.write(operatorOf(call), { action: 'trading_halted', detail: { reason } });
      return { mode: after };
    }),
    serve(officeRoutes.cancelOnlyTrading, async (call) => {
      const { reason } = call.body;
      await audit.write(operatorOf(call), { action: 'trading_cancel_only', detail: { reason } });
      const by = `operator ${operatorOf(call).operatorId}`;
      const { mode: after } = await parts.allowCancelsOnly(by);
      return { mode: after };
    }),
    serve(officeRoutes.resumeTrading, async (call) => {
      const payload = { haltNumber: await parts.readHaltNumber() };
      const request = { kind: 'trading.resume', payload, reason: call.body.reason } as const;
      return { approvalId: await approvals.make(operatorOf(call), request) };
    }),
    serve(officeRoutes.giveMoney, async (call) => {
      if (mode !== 'sandbox') throw refuse('sandbox_only');
      const { reason, ...payload } = call.body;
      const request = { kind: 'money.give', payload, reason } as const;
      return { approvalId: await approvals.make(operatorOf(call), request) };
    }),
    serve(officeRoutes.listApprovals, (call) => approvals.list(operatorOf(call))),
    serve(officeRoutes.approve, async (call) => {
      await checkFresh(parts, operatorOf(call));
      return approvals.approve(operatorOf(call), call.body.approvalId, call.body.payloadHash);
    }),
    serve(officeRoutes.settle, (call) =>
      approvals.settle(operatorOf(call), call.body.approvalId, call.body),
    ),
    serve(officeRoutes.reject, (call) =>
      approvals.reject(operatorOf(call), call.body.approvalId, call.body.note),
    ),
  ];
}

function createOperatorRoutes(parts: OfficeParts): RouteHandler[] {
  const { operators, operatorSessions, audit, approvals } = parts;
  return [
    serve(officeRoutes.listOperators, async () =>
      (await operators.list()).map((one) => ({
        operatorId: one.operatorId,
        email: one.email,
        role: one.role,
        hasSecondFactor: one.totpSecret !== null || one.passkeysCount > 0,
        createdAt: one.createdAtMs,
        lastSeenAt: one.lastSeenAtMs,
        isDisabled: one.isDisabled,
      })),
    ),
    serve(officeRoutes.setRole, async (call) => {
      const { reason, ...payload } = call.body;
      const request = { kind: 'operator.role', payload, reason } as const;
      return { approvalId: await approvals.make(operatorOf(call), request) };
    }),
    serve(officeRoutes.disableOperator, async (call) => {
      const operator = operatorOf(call);
      const { operatorId, reason } = call.body;
      if (operatorId === operator.operatorId) throw refuse('forbidden');
      const found = await operators.read(operatorId);
      if (found === undefined) throw refuse('object_not_found');
      if (found.role === 'administrator') {
        // One who was taken over must not be able to put all the others out.
        const request = { kind: 'operator.disable', payload: { operatorId }, reason } as const;
        return { approvalId: await approvals.make(operator, request) };
      }
      await audit.transaction(operator, async (session, write) => {
        await operators.keepAdministrator(session, operatorId);
        await operators.change(session, operatorId, { disabledAt: new Date(parts.readNowMs()) });
        await operatorSessions.endAll(session, operatorId);
        const target = { kind: 'operator', id: operatorId } as const;
        await write({ action: 'operator_disabled', target, detail: { reason } });
      });
      return { approvalId: 0 };
    }),
    serve(officeRoutes.listAudit, ({ query }) =>
      audit.list({ before: query.before, action: query.action, limit: AUDIT_ROWS }),
    ),
    serve(officeRoutes.verifyAudit, async () => ({ ...(await parts.proveAudit()) })),
  ];
}

async function count(parts: OfficeParts, sql: string): Promise<number> {
  const rows = await parts.database.query<{ count: number }>(sql);
  return rows[0].count;
}

/** Handlers of the back office. */
export function createOfficeRoutes(parts: OfficeParts): RouteHandler[] {
  return [
    ...createSignInRoutes(parts),
    ...createOwnRoutes(parts),
    serve(officeRoutes.overview, async () => {
      const [standing, usersCount, sessionsCount, talksCount, approvalsCount] = await Promise.all([
        parts.readStanding(),
        count(parts, 'SELECT count(*) AS count FROM users'),
        count(
          parts,
          `SELECT count(*) AS count FROM sessions
           WHERE ended_at IS NULL AND last_seen_at > now() - interval '1 hour'`,
        ),
        count(parts, `SELECT count(*) AS count FROM service_talks WHERE state = 'waiting'`),
        parts.approvals.countPending(),
      ]);
      const closed = parts.switches
        .list()
        .filter(({ name, isOn }) => isOn === (name === 'maintenance'))
        .map(({ name }) => name);
      const counts = { usersCount, sessionsCount, talksCount, approvalsCount };
      return { ...standing, ...counts, closed };
    }),
    ...createPeopleRoutes(parts),
    ...createConfigRoutes(parts),
    ...createTableRoutes(parts),
    ...createSwitchRoutes(parts),
    ...createTradingRoutes(parts),
    ...createMoneyRoutes(parts),
    ...createCustomerRoutes(parts),
    ...createOperatorRoutes(parts),
  ];
}
