// What the browser remembers for this person: typed keys over localStorage, one store for the page.
// Not here: anything the account owns, and the theme and language, which are cookies (theme.ts).
// Read by every room of web.
import { useSyncExternalStore } from 'react';

/** A remembered value: its name in storage, its first value, and what counts as valid. */
export interface Setting<TValue> {
  readonly name: string;
  readonly first: TValue;
  readonly isValid: (value: unknown) => boolean;
}

const prefix = 'isobath.';
const values = new Map<string, unknown>();
const listeners = new Map<string, Set<() => void>>();
let isWatching = false;

/**
 * Define a remembered value.
 *
 * @param isValid - says whether a stored value may be used; a stale form is dropped silently.
 */
export function defineSetting<TValue>(
  name: string,
  first: TValue,
  isValid: (value: unknown) => boolean = (value) => typeof value === typeof first,
): Setting<TValue> {
  return { name, first, isValid };
}

/** What a person's own values begin with: they go when they leave, the others are the browser's. */
const ownPrefix = 'own.';

/** Define a value that belongs to the person who is signed in; see `defineSetting`. */
export const defineOwnSetting: typeof defineSetting = (name, first, isValid) =>
  defineSetting(ownPrefix + name, first, isValid);

function report(name: string): void {
  for (const listener of listeners.get(name) ?? []) listener();
}

function watchOtherTabs(): void {
  if (isWatching || typeof window === 'undefined') return;
  isWatching = true;
  window.addEventListener('storage', (event) => {
    if (event.key === null || !event.key.startsWith(prefix)) return;
    const name = event.key.slice(prefix.length);
    values.delete(name);
    report(name);
  });
}

/** Read a remembered value; outside a browser always the first one. */
export function readSetting<TValue>(setting: Setting<TValue>): TValue {
  if (typeof window === 'undefined') return setting.first;
  if (values.has(setting.name)) return values.get(setting.name) as TValue;
  let value: TValue = setting.first;
  try {
    const text = window.localStorage.getItem(prefix + setting.name);
    const stored: unknown = text === null ? undefined : JSON.parse(text);
    if (stored !== undefined && setting.isValid(stored)) value = stored as TValue;
  } catch {
    // Storage may be closed to us or hold something old: the first value serves.
  }
  values.set(setting.name, value);
  return value;
}

/** Remember a value and tell everybody who shows it. */
export function writeSetting<TValue>(setting: Setting<TValue>, value: TValue): void {
  values.set(setting.name, value);
  try {
    window.localStorage.setItem(prefix + setting.name, JSON.stringify(value));
  } catch {
    // Without storage the value lasts as long as the page.
  }
  report(setting.name);
}

/** Forget what this page and this browser keep of the person who leaves. */
export function forgetPerson(): void {
  for (const name of values.keys()) if (name.startsWith(ownPrefix)) values.delete(name);
  try {
    window.sessionStorage.clear();
    for (const key of Object.keys(window.localStorage)) {
      if (key.startsWith(prefix + ownPrefix)) window.localStorage.removeItem(key);
    }
  } catch {
    // Where nothing could be kept, nothing is left.
  }
  for (const name of listeners.keys()) if (name.startsWith(ownPrefix)) report(name);
}

/** Watch a remembered value. @returns stop watching. */
export function watchSetting(setting: Setting<never>, onChange: () => void): () => void {
  watchOtherTabs();
  const known = listeners.get(setting.name) ?? new Set();
  listeners.set(setting.name, known);
  known.add(onChange);
  return () => known.delete(onChange);
}

/** A remembered value and its setter, for components. */
export function useSetting<TValue>(
  setting: Setting<TValue>,
): readonly [TValue, (value: TValue) => void] {
  const value = useSyncExternalStore(
    (onChange) => watchSetting(setting as unknown as Setting<never>, onChange),
    () => readSetting(setting),
    () => setting.first,
  );
  return [value, (next) => writeSetting(setting, next)];
}

/** Own amounts are shown as *****; the key H turns it. */
export const hideSetting = defineSetting('hide', false);
