// Every route of the specification, answered over HTTP in its right form to a guest and to a
// person. Not how a page looks.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from '../stage/browser.ts';
import { meetPerson, registerPerson } from '../stage/person.ts';
import { type StagedServer, startServer } from '../stage/server.ts';
import { ownRoutes, publicRoutes } from './routes.ts';

let server: StagedServer;
let browser: Browser;
let cookie = '';

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), openBrowser()]);
  const person = await meetPerson(browser, 'reader');
  await registerPerson(person, server.address);
  const cookies = await person.context.cookies(server.address);
  cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

interface Answer {
  readonly status: number;
  readonly location: string;
  readonly html: string;
}

async function ask(path: string, headers: Record<string, string> = {}): Promise<Answer> {
  const answer = await fetch(server.address + path, { headers, redirect: 'manual' });
  const location = answer.headers.get('location') ?? '';
  return { status: answer.status, location, html: await answer.text() };
}

/** The address of a route in a language; the home has no slash at its end. */
const inLanguage = (locale: string, route: string) => `/${locale}${route === '/' ? '' : route}`;

const hasTitle = /<title>[^<]+<\/title>/;

async function askAll(routes: readonly string[], headers: Record<string, string> = {}) {
  const answers = [];
  for (const route of routes) {
    answers.push({ route, ...(await ask(inLanguage('en_US', route), headers)) });
  }
  return answers;
}

describe('over HTTP', () => {
  it('every public route is there for a guest, with a title', async () => {
    const answers = await askAll(publicRoutes);
    const faults = answers.filter(({ status, html }) => status !== 200 || !hasTitle.test(html));
    expect(faults.map(({ route, status }) => `${route} ${status}`)).toEqual([]);
  });

  it("every route of one's own sends a guest to sign in, and back", async () => {
    const answers = await askAll(ownRoutes);
    const expected = ownRoutes.map((route) => {
      const back = encodeURIComponent(inLanguage('en_US', route));
      return `${route} 302 /en_US/login?redirect=${back}`;
    });
    expect(answers.map(({ route, status, location }) => `${route} ${status} ${location}`)).toEqual(
      expected,
    );
  });

  it('every route is there for a person', async () => {
    const answers = await askAll([...publicRoutes, ...ownRoutes], { cookie });
    const faults = answers.filter(({ status }) => status !== 200);
    expect(faults.map(({ route, status }) => `${route} ${status}`)).toEqual([]);
  });

  it('an address without a language leads to the language of the browser, query kept', async () => {
    const answer = await ask('/trade/exchange/?tradeCode=btc_usdt', { 'accept-language': 'zh-TW' });
    expect(answer.status).toBe(302);
    expect(answer.location).toBe('/zh_HK/trade/exchange/?tradeCode=btc_usdt');
  });

  it('search engines find the built pages in every language, and no page to come', async () => {
    const map = await ask('/sitemap.xml');
    expect(map.html).toContain('/de_DE/marketExplore/overview</loc>');
    expect(map.html).not.toContain('/ieo<');
    expect((await ask('/robots.txt')).html).toContain('/sitemap.xml');
    expect((await ask('/en_US/ieo')).html).toContain('content="noindex"');
    const market = (await ask('/en_US/market')).html;
    expect(market).not.toContain('content="noindex"');
    expect(market.match(/rel="alternate"/g)).toHaveLength(14);
  });
});
