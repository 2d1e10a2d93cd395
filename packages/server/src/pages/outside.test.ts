import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { mountOutside } from './outside.ts';

const script = { address: 'https://chat.example.com/a.js?b="><script>', name: 'Chat' };

test('the document of a script has no origin, and speaks with let-in hosts only', async () => {
  const app = Fastify();
  mountOutside(app, {
    hosts: ['chat.example.com'],
    readScript: async (line) => (line === 1 ? script : undefined),
  });
  const { statusCode, headers, body } = await app.inject('/outside/1');
  expect(statusCode).toBe(200);
  const rules = String(headers['content-security-policy']).split('; ');
  expect(rules).toEqual(
    expect.arrayContaining([
      'sandbox allow-scripts allow-forms allow-popups',
      "default-src 'none'",
      expect.stringMatching(/^script-src 'sha256-[\w+/=]+' https:\/\/chat\.example\.com$/),
      'connect-src https://chat.example.com wss://chat.example.com',
      "frame-ancestors 'self'",
    ]),
  );
  expect(headers['x-frame-options']).toBe('SAMEORIGIN');
  expect(body.match(/<script>/g)).toHaveLength(1);
  for (const path of ['/outside/2', '/outside/9', '/outside/__proto__']) {
    const missing = await app.inject(path);
    expect(missing.statusCode).toBe(404);
    expect(missing.headers['content-security-policy']).toContain('sandbox');
  }
});
