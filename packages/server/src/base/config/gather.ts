// Where a setting's value comes from: the environment, the file that ISOBATH_CONFIG names, a file
// of one secret (`NAME_FILE`). It judges no value (settings.ts). Called by settings.ts.
// The environment stands above the file; a value stands above a file with it, at the same place
// both at once are a fault.

import { SIGNER_PASSPHRASE } from '@isobath/signer/program';
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { EXIT, Refusal } from '../process/exit.ts';

/** What there is to gather from. */
export interface Sources {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Relative paths start here. */
  readonly folder: string;
  readonly names: readonly string[];
  readonly secretNames: readonly string[];
}

/** Where a value stood. */
export type Origin = 'environment' | 'file' | 'secret file';

/** Texts as they were given, not judged yet. */
export interface Gathered {
  readonly values: Readonly<Record<string, string>>;
  readonly origins: Readonly<Record<string, Origin>>;
  /** Absolute path of the settings file, undefined without one. */
  readonly file: string | undefined;
  /** Files with a password that everybody on the machine may read, by what names them. */
  readonly openFiles: readonly string[];
  /** What cannot be read, and names that nobody knows. */
  readonly faults: readonly Refusal[];
}

/** Name of the setting that names the file. */
export const CONFIG_FILE = 'ISOBATH_CONFIG';

/** Names that are ours and no settings: the second is for the launcher alone. */
const OUTSIDE: readonly string[] = [CONFIG_FILE, SIGNER_PASSPHRASE];

const BYTES_MAX = 256 * 1024;
const LINE = /^([A-Za-z_][A-Za-z0-9_]*)\s*=\s*(.*)$/;

const fault = (line: string) => new Refusal(EXIT.configuration, line);

/**
 * Take a path that an operator wrote.
 * @param folder - relative ones start there; `~` is the home of whoever runs this.
 */
export function resolveFolder(path: string, folder: string): string {
  if (path === '~' || path.startsWith('~/')) return join(homedir(), path.slice(1));
  return isAbsolute(path) ? resolve(path) : resolve(folder, path);
}

/** Gather all values. A fault does not end it: each is named. */
export function gatherSettings(sources: Sources): Gathered {
  const { environment, folder, names, secretNames } = sources;
  const faults: Refusal[] = [];
  const values: Record<string, string> = {};
  const origins: Record<string, Origin> = {};
  const openFiles: string[] = [];
  const named = environment[CONFIG_FILE];
  const file = named ? resolveFolder(named, folder) : undefined;
  const fromFile = file === undefined ? {} : readFile(file, faults);
  for (const name of Object.keys(fromFile)) {
    if (!isKnown(name, sources)) faults.push(refuseUnknown(name, file ?? '', sources));
  }
  const holdsSecret = secretNames.some((name) => hasPassword(fromFile[name]));
  if (file !== undefined && holdsSecret && isOpenToAll(file)) {
    openFiles.push(`${CONFIG_FILE}=${file}`);
  }
  const places = [
    ['environment', environment],
    ['file', fromFile],
  ] as const;
  for (const name of names) {
    for (const [place, given] of places) {
      const text = given[name];
      const path = secretNames.includes(name) ? given[`${name}_FILE`] : undefined;
      if (text && path) {
        faults.push(fault(`${name} and ${name}_FILE are both set: unset one of them.`));
      }
      if (!text && !path) continue;
      origins[name] = text ? place : 'secret file';
      const secretPath = resolveFolder(path ?? '', folder);
      const value = text || readSecretFile(name, secretPath, faults);
      if (!text && hasPassword(value) && isOpenToAll(secretPath)) {
        openFiles.push(`${name}_FILE=${secretPath}`);
      }
      if (value !== undefined) values[name] = value;
      break;
    }
  }
  return { values, origins, file, openFiles, faults };
}

/**
 * Names in the environment that look like ours and are none.
 * @returns a fault each.
 */
export function findUnknownNames(sources: Sources): Refusal[] {
  return Object.keys(sources.environment)
    .filter((name) => name.startsWith('ISOBATH_') && !OUTSIDE.includes(name))
    .filter((name) => !isKnown(name, sources))
    .map((name) => refuseUnknown(name, 'the environment', sources));
}

function isKnown(name: string, { names, secretNames }: Sources): boolean {
  return names.includes(name) || secretNames.some((secret) => name === `${secret}_FILE`);
}

function refuseUnknown(name: string, place: string, { names, secretNames }: Sources): Refusal {
  const all = [...names, ...secretNames.map((secret) => `${secret}_FILE`)];
  const near = findNearest(name, all);
  const hint = near === undefined ? 'remove it' : `did you mean ${near}?`;
  return fault(`There is no setting ${name} (in ${place}): ${hint}`);
}

/** Whether an address has a password; what is no address may be one. */
function hasPassword(value: string | undefined): boolean {
  if (!value) return false;
  if (!URL.canParse(value)) return true;
  const { password, searchParams } = new URL(value);
  return password !== '' || searchParams.has('password');
}

/** What a container or systemd hands in is in a place of its own, whatever its mode says. */
const HANDED_IN = /^(\/var)?\/run\/(secrets|credentials)\//;

/** Whether everybody may read or write a file: by its mode, and that of each folder above it. */
function isOpenToAll(path: string): boolean {
  if (!existsSync(path)) return false;
  const real = realpathSync(path);
  if (HANDED_IN.test(real) || (statSync(real).mode & 0o006) === 0) return false;
  for (let folder = dirname(real); ; folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

function readText(path: string): string {
  const text = readFileSync(path, 'utf8');
  if (text.length > BYTES_MAX) throw new Error('it is larger than 256 KiB');
  return text;
}

function readSecretFile(name: string, path: string, faults: Refusal[]): string | undefined {
  try {
    const text = readText(path).trim();
    if (text === '') throw new Error('it is empty');
    return text;
  } catch (error) {
    faults.push(fault(`${name}_FILE=${path} cannot be read (${(error as Error).message}).`));
    return undefined;
  }
}

function readFile(path: string, faults: Refusal[]): Record<string, string> {
  try {
    const text = readText(path);
    const isJson = text.trimStart().startsWith('{');
    return isJson ? readJson(text, path, faults) : readLines(text, path, faults);
  } catch (error) {
    faults.push(fault(`${CONFIG_FILE}=${path} cannot be read (${(error as Error).message}).`));
    return {};
  }
}

/** Names of an object, each as often as it stands there; its values are texts and numbers. */
function listJsonNames(text: string): string[] {
  const names = text.matchAll(/("(?:\\.|[^"\\])*")\s*(:?)/g);
  return [...names].filter(([, , colon]) => colon !== '').map(([, name]) => JSON.parse(name));
}

function readJson(text: string, path: string, faults: Refusal[]): Record<string, string> {
  let parsed: object;
  try {
    parsed = JSON.parse(text) as object;
  } catch {
    // What the parser says may repeat a part of the file.
    throw new Error('it begins with { and is not JSON');
  }
  const named = listJsonNames(text);
  for (const name of new Set(named.filter((one, at) => named.indexOf(one) < at))) {
    faults.push(fault(`${name} stands twice in ${path}.`));
  }
  const isPlain = (value: unknown) => ['string', 'number'].includes(typeof value);
  const entries = Object.entries(parsed);
  const wrong = entries.find(([, value]) => !isPlain(value));
  if (wrong !== undefined) throw new Error(`${wrong[0]} must be a text or a number`);
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
}

function readLines(text: string, path: string, faults: Refusal[]): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [index, line] of text.split('\n').entries()) {
    const shown = line.trim();
    if (shown === '' || shown.startsWith('#')) continue;
    const [, name = '', raw = ''] = LINE.exec(shown) ?? [];
    if (name === '') faults.push(fault(`Line ${index + 1} of ${path} is not like NAME=VALUE.`));
    else if (name in values) faults.push(fault(`${name} stands twice in ${path}.`));
    else values[name] = raw.replace(/^(["'])(.*)\1$/, '$2');
  }
  return values;
}

/** The known name that needs the fewest changed letters, when it is near enough to be meant. */
function findNearest(name: string, known: readonly string[]): string | undefined {
  let best: string | undefined;
  let bestDistance = Math.max(3, Math.ceil(name.length / 4)) + 1;
  for (const one of known) {
    const distance = countChanges(name.toUpperCase(), one);
    if (distance >= bestDistance) continue;
    best = one;
    bestDistance = distance;
  }
  return best;
}

/** Letters to change, add or leave out to make one text the other. */
function countChanges(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [at, letter] of [...from].entries()) {
    const next = [at + 1];
    for (const [index, wanted] of [...to].entries()) {
      const changed = row[index] + (letter === wanted ? 0 : 1);
      next.push(Math.min(changed, row[index + 1] + 1, next[index] + 1));
    }
    row = next;
  }
  return row[to.length];
}
