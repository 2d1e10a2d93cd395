// What the console's document lets a browser do: less than any page of the site.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { mountConsole } from './console.ts';

test('nothing inline, nothing from elsewhere, no frame, and nothing is kept', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'isobath-console-'));
  await mkdir(join(folder, 'client'));
  await writeFile(join(folder, 'client', 'index.html'), '<!doctype html><title>Office</title>');
  const app = Fastify();
  mountConsole(app, {
    folder,
    isCallPath: (path) => path.startsWith('/admin/api/'),
    answerUnknownCall: async (_request, reply) => reply.status(404).send({ code: 10_005 }),
  });
  for (const path of ['/admin', '/admin/people/7']) {
    const { headers, body, statusCode } = await app.inject(path);
    expect([statusCode, body]).toEqual([200, '<!doctype html><title>Office</title>']);
    const rules = new Map(
      String(headers['content-security-policy'])
        .split('; ')
        .map((rule) => [rule.split(' ')[0], rule.split(' ').slice(1).join(' ')]),
    );
    expect(Object.fromEntries(rules)).toMatchObject({
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': "'self'",
      'connect-src': "'self'",
      'base-uri': "'none'",
      'form-action': "'none'",
      'frame-ancestors': "'none'",
    });
    // Scripts come from files alone: no nonce and no hash lets one in that stands in the page.
    expect(rules.get('script-src')).toBe("'self'");
    expect(String(headers['content-security-policy'])).not.toMatch(/nonce|sha256|https?:|\*/);
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['x-robots-tag']).toBe('noindex');
  }
  expect((await app.inject('/admin/api/nothing')).statusCode).toBe(404);
  await app.close();
  await rm(folder, { recursive: true });
});
