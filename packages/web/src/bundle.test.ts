// What the build does to its files: it refuses a circle, and trims the browser's list of routes.
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

it('leaves of a route all but the files it brings, and keeps what the start brings', () => {
  const route = { id: 'home', module: '/home.js', css: ['/home.css'], hasLoader: true };
  const entry = { module: '/entry.js', imports: ['/shell.js'], css: [] };
  const full = { entry, routes: { home: { ...route, imports: ['/one.js'] } }, version: 'v1' };
  const trimmed = trimManifest(`window.__reactRouterManifest=${JSON.stringify(full)};`);
  const read = JSON.parse(trimmed.replace(/^[^=]+=/, '').replace(/;$/, ''));
  expect(read).toEqual({ entry, routes: { home: route }, version: 'v1' });
});

it('stops at a list that begins in another way', () => {
  expect(() => trimManifest('self.__routes={"routes":{}};')).toThrow('begins in another way');
});
