// What the build does to its files: it refuses a circle, and trims the browser's list of routes.
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { findCircle } from '../bundle/circles.ts';
import { trimManifest } from '../bundle/small-manifest.ts';

it('finds files that need each other, round and in order, behind others that do not', () => {
  const needs = new Map([
    ['home.js', ['shell.js', 'one.js']],
    ['shell.js', []],
    ['one.js', ['shell.js', 'two.js']],
    ['two.js', ['three.js']],
    ['three.js', ['one.js']],
  ]);
  expect(findCircle(needs)).toEqual(['one.js', 'two.js', 'three.js']);
});

it('lets files pass that only meet in one they all need', () => {
  const needs = new Map([
    ['home.js', ['one.js', 'two.js']],
    ['one.js', ['shell.js']],
    ['two.js', ['one.js', 'shell.js']],
    ['shell.js', []],
  ]);
  expect(findCircle(needs)).toBeNull();
});

/** The list as a browser reads it: what its script leaves in the window. */
function readManifest(script: string): unknown {
  const window: Record<string, unknown> = {};
  runInNewContext(script, { window });
  return JSON.parse(JSON.stringify(Object.values(window)[0]));
}

it('leaves of a route all but the files it brings, and keeps what the start brings', () => {
  const shape = { parentId: 'root', hasLoader: true, hasAction: false };
  const page = (id: string, own = {}) => ({ id, path: id, ...shape, module: `/${id}.js`, ...own });
  const routes = {
    root: { id: 'root', path: '', hasLoader: true, module: '/root.js', css: ['/root.css'] },
    home: { id: 'home', parentId: 'root', index: true, module: '/home.js', css: [] },
    one: page('one', { css: ['/one.css', '/all.css'] }),
    two: page('two', { css: ['/all.css'], hasLoader: false }),
    three: page('three', { css: ['/one.css', '/all.css'], module: '/one.js' }),
    four: page('four', { css: [], index: true }),
    five: { ...page('five', { css: [] }), hasAction: undefined },
  };
  const entry = { module: '/entry.js', imports: ['/shell.js'], css: [] };
  const brought = Object.entries(routes).map(([id, route]) => [
    id,
    { ...route, imports: ['/brought.js'] },
  ]);
  const full = { entry, routes: Object.fromEntries(brought), version: 'v1' };
  const trimmed = trimManifest(`window.__reactRouterManifest=${JSON.stringify(full)};`);
  expect(readManifest(trimmed)).toEqual(JSON.parse(JSON.stringify({ ...full, routes })));
  expect(trimmed).not.toContain('brought');
  expect(trimmed.split('hasAction')).toHaveLength(2);
});

it('stops at a list that begins in another way', () => {
  expect(() => trimManifest('self.__routes={"routes":{}};')).toThrow('begins in another way');
});
