// The table of rights (endpoints.txt): how it is read, and how it is compared with what is served.
// Not here: trying it on a server (walk.ts) and its page (tools/make-access-docs.ts).
// Used by both and by tools/checks/access.ts.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Route, routes } from '@isobath/wire';
import {
  edgeEndpoints,
  type Endpoint,
  listEndpoints,
} from '../../packages/server/src/edge/endpoints.ts';
import { listFields, readSchema } from '../api/shapes.ts';
import type { Finding } from '../checks/step.ts';

/** Place of the table. */
export const tableFile = 'tools/access/endpoints.txt';

/** One line of the table. */
export interface Right {
  readonly method: string;
  readonly path: string;
  readonly role: string;
  readonly owner: string;
  readonly rate: string;
  /** The call refuses requests that do not come from our own pages or programs. */
  readonly isGuarded: boolean;
  readonly needsStepUp: boolean;
  /** What a field of the request names: a kind of thing that somebody owns, or `new`. */
  readonly fields: ReadonlyMap<string, string>;
  readonly line: number;
}

function parseLine(text: string, line: number): Right {
  const [method, path, role, owner, rate, guard, stepUp, ...fields] = text.split(/\s+/);
  if (fields.length === 0) throw new Error(`${tableFile}:${line} has too few columns`);
  const named = fields.filter((field) => field !== '-').map((field) => field.split('='));
  return {
    method: method as string,
    path: path as string,
    role: role as string,
    owner: owner as string,
    rate: rate as string,
    isGuarded: guard === 'csrf',
    needsStepUp: stepUp === 'step-up',
    fields: new Map(named as [string, string][]),
    line,
  };
}

/** Read the table of an installation. */
export function readRights(root: string): Right[] {
  const lines = readFileSync(join(root, tableFile), 'utf8').split('\n');
  return lines.flatMap((text, at) =>
    text === '' || text.startsWith('#') ? [] : [parseLine(text, at + 1)],
  );
}

/** Every route of wire. */
export function listRoutes(): Route[] {
  return Object.values(routes).flatMap((owned) => Object.values<Route>(owned));
}

/** Every field of what a route takes, as the reference names them. */
function listInputs(route: Route): string[] {
  const shapes = [route.query, route.body].filter((shape) => shape !== undefined);
  return shapes.flatMap((shape) => listFields(readSchema(shape, 'input')).map(({ name }) => name));
}

/** Numbers of markets and coins are everybody's. */
function isIdentity(field: string): boolean {
  const name = field.split('.').at(-1) ?? '';
  return /(^id|Id)$/.test(name) && !/^(trade|coin|market|area)Id$/.test(name);
}

function compareFields(right: Right, route: Route): string[] {
  const inputs = new Set(listInputs(route));
  const known = [...right.fields.keys()];
  return [
    ...[...inputs]
      .filter((name) => isIdentity(name) && !right.fields.has(name))
      .map((name) => `does not say what ${name} names`),
    ...known.filter((name) => !inputs.has(name)).map((name) => `names ${name}, no such field`),
  ];
}

/** Paths that no session opens: requests are signed with a key. */
export function isTradingApi(path: string): boolean {
  return /^\/[sfd]?api\//.test(path);
}

/**
 * What changes something is for own pages only; so is a GET that wants a proof. What a provider
 * tells comes from no page: its signature stands for it.
 */
function isForOwnPages({ method, path }: Endpoint, route: Route | undefined): boolean {
  if (route?.isWebhook === true) return false;
  return (method !== 'GET' || route?.needsProof === true) && !isTradingApi(path);
}

function compareRow(right: Right, served: Endpoint, route: Route | undefined): string[] {
  const problems: string[] = [];
  for (const column of ['role', 'owner', 'rate'] as const) {
    if (right[column] === served[column]) continue;
    problems.push(`says ${column} ${right[column]}, the call says ${served[column]}`);
  }
  if (right.isGuarded !== isForOwnPages(served, route)) {
    problems.push('only what changes something, and no call of the trading API, is guarded');
  }
  return problems;
}

/** The line that the call itself asks for; a `?` is for a person to answer. */
function suggest(served: Endpoint, route: Route | undefined): string {
  const fields = route === undefined ? [] : [...new Set(listInputs(route))].filter(isIdentity);
  const { method, path, role, owner, rate } = served;
  const guard = isForOwnPages(served, route) ? 'csrf' : '-';
  return [
    method.padEnd(6),
    path.padEnd(44),
    role.padEnd(8),
    owner.padEnd(6),
    rate.padEnd(10),
    guard.padEnd(4),
    '-      ',
    fields.map((name) => `${name}=?`).join(' ') || '-',
  ].join(' ');
}

/** Compare the table with every route and every endpoint of the edge, both ways. */
export function compareRights(rights: readonly Right[], all: readonly Route[]): Finding[] {
  const file = tableFile;
  const findings: Finding[] = [];
  const byCall = new Map(rights.map((right) => [`${right.method} ${right.path}`, right]));
  const routeOf = new Map(all.map((route) => [`${route.method} ${route.path}`, route]));
  for (const served of listEndpoints(all)) {
    const call = `${served.method} ${served.path}`;
    const right = byCall.get(call);
    if (right === undefined) {
      const message = `has no line for ${call}; if this is what it should be, add:\n${suggest(
        served,
        routeOf.get(call),
      )}`;
      findings.push({ rule: 'access-missing', file, message });
      continue;
    }
    byCall.delete(call);
    const route = routeOf.get(call);
    const problems = compareRow(right, served, route);
    if (route !== undefined) problems.push(...compareFields(right, route));
    for (const message of problems) {
      findings.push({
        rule: 'access-wrong',
        file,
        line: right.line,
        message: `${call}: ${message}`,
      });
    }
  }
  for (const [call, { line }] of byCall) {
    findings.push({ rule: 'access-left', file, line, message: `${call} is served no more` });
  }
  if (rights.length !== new Set(rights.map((one) => `${one.method} ${one.path}`)).size) {
    findings.push({ rule: 'access-twice', file, message: 'a call stands in it twice' });
  }
  return findings;
}

/** Names of what the edge itself serves. */
export const edgeCalls: ReadonlySet<string> = new Set(
  edgeEndpoints.map(({ method, path }) => `${method} ${path}`),
);
