// The calls that pages make, by a person who signs in as pages let one: password, the code of the
// mail, cookies. For tests of what keys and programs do beside the person. Asserts nothing.
import type { StagedServer } from '../fixture/server.ts';
import { operate } from './client.ts';
import type { Message } from './line.ts';

/** Whoever calls, as a guest at first. */
export interface PageCaller {
  /** @throws when the call is refused. */
  call(method: string, path: string, body?: object): Promise<Message>;
  /** Sign in, and confirm that it is the owner. */
  signIn(email: string): Promise<void>;
  /** What a browser would send along by now. */
  readCookie(): string;
}

/** A person before a server's pages. */
export function openPages({ address, dataFolder }: StagedServer): PageCaller {
  const cookies = new Map<string, string>();
  const readCookie = () => [...cookies].map((pair) => pair.join('=')).join('; ');
  async function call(method: string, path: string, body: object = {}): Promise<Message> {
    const answer = await fetch(`${address}/hk-web/${path}`, {
      method,
      headers: {
        origin: address,
        'content-type': 'application/json',
        'x-requested-with': 'isobath',
        cookie: readCookie(),
      },
      ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
    });
    const reported = (await answer.json()) as Message;
    if (reported.code !== 200) throw new Error(`${path}: ${JSON.stringify(reported)}`);
    for (const text of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(text) ?? [];
      cookies.set(name, value);
    }
    return reported.data;
  }
  async function signIn(email: string): Promise<void> {
    const password = 'a sentence beats a puzzle';
    const { ticket } = await call('POST', 'account/login', { email, password });
    const words = ['mail', 'list', '--to', email, '--limit', '1'];
    const list = await operate<{ mails: { text: string }[] }>(dataFolder, words);
    const code = /\b\d{6}\b/.exec(list.mails[0]?.text ?? '')?.[0] ?? '';
    await call('POST', 'account/login/verify', { ticket, code });
    await call('POST', 'account/stepUp', { password });
  }
  return { call, signIn, readCookie };
}
