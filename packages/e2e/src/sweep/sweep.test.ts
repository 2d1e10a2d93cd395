// Every route of the specification: answered over HTTP in its right form to a guest and to a
// person, and looked at in the language of longest texts, each at one of three sizes and in both
// themes; so is all that opens over a page. Nothing may be too wide, cut, refused, complained
// about, or closed to anybody. Every route and layer at every size: sweep.prove.ts.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Person } from '../fixture/person.ts';
import { shareServer } from '../fixture/shared.ts';
import { meetTrader, shareFixture } from '../fixture/fixture.ts';
import { inLanguage, lookAtAllLayers, lookAtRoutes } from './look.ts';
import { comingRoutes, ownRoutes, publicRoutes } from './routes.ts';

const fixture = shareFixture();
let person: Person;
let cookie = '';

beforeAll(async () => {
  person = await meetTrader(fixture, 'reader');
  const cookies = await person.context.cookies(fixture.server.address);
  cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
});

// A network address has so many pages a minute; each test asks from another one.
beforeEach(async () => {
  await shareServer('quiet');
});

interface Answer {
  readonly status: number;
  readonly location: string;
  readonly html: string;
}

/** On a connection of its own, so that it comes from the address that the test has. */
async function ask(path: string, headers: Record<string, string> = {}): Promise<Answer> {
  const answer = await fetch(fixture.server.address + path, {
    headers: { connection: 'close', ...headers },
    redirect: 'manual',
  });
  const location = answer.headers.get('location') ?? '';
  return { status: answer.status, location, html: await answer.text() };
}

const saysSoon = /class="planned-mark">Coming soon</;
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

  it("a route of one's own that is not built yet says so before a guest signs in", async () => {
    const answers = await askAll(comingRoutes);
    const faults = answers.filter(({ status, html }) => status !== 200 || !saysSoon.test(html));
    expect(faults.map(({ route, status }) => `${route} ${status}`)).toEqual([]);
  });

  it("a page that leads to a route of one's own is told to sign in first, and back", async () => {
    const strays = [];
    for (const route of ownRoutes) {
      const address = inLanguage('en_US', route);
      // What the router asks for without a new document: the page's address with its own ending.
      const [path = '', query] = address.split('?');
      const data = `${path}${path.endsWith('/') ? '_' : ''}.data`;
      const { html } = await ask(query === undefined ? data : `${data}?${query}`);
      if (!html.includes(`"/en_US/login?redirect=${encodeURIComponent(address)}"`)) {
        strays.push(`${route}: ${html.slice(0, 200)}`);
      }
    }
    expect(strays).toEqual([]);
  });

  it('every route is there for a person, with a title', async () => {
    const answers = await askAll([...publicRoutes, ...ownRoutes, ...comingRoutes], { cookie });
    const faults = answers.filter(({ status, html }) => status !== 200 || !hasTitle.test(html));
    expect(faults.map(({ route, status }) => `${route} ${status}`)).toEqual([]);
  });

  it('the footer has columns, contacts, channels, and the years since 2017', async () => {
    const { html } = await ask('/en_US/market');
    const footer = /<footer.*<\/footer>/s.exec(html)?.[0] ?? '';
    const count = (part: string) => footer.split(part).length - 1;
    expect([
      count('<section'),
      count('mailto:'),
      count('rel="noopener"'),
      count('<button'),
    ]).toEqual([5, 4, 2, 2]);
    const year = new Date().getUTCFullYear();
    expect(footer).toContain(`© 2017-${year} Isobath · isobath.example`);
    expect(footer).toContain('mailto:service@isobath.example');
    // Of the machine that serves it nothing stands there.
    expect(footer).not.toMatch(/@(127\.0\.0\.1|localhost)/);
  });

  it('a page marks its visitor once, before the calls that it makes', async () => {
    const address = `${fixture.server.address}/en_US/register`;
    const [mark = ''] = (await fetch(address)).headers.getSetCookie();
    expect(mark).toMatch(/^__Host-visitor=[0-9a-f-]{36};/);
    const again = await fetch(address, { headers: { cookie: mark.split(';')[0] ?? '' } });
    expect(again.headers.getSetCookie()).toEqual([]);
  });

  it('a leveraged token has an address of its trade area', async () => {
    const { status, html } = await ask('/en_US/trade/exchange/?tradeCode=btc3l_etf');
    expect(status).toBe(200);
    expect(/<title>(.*?)<\/title>/.exec(html)?.[1]).toContain('BTC3L');
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

  it('the English of the reference is marked as English in every language', async () => {
    const { html } = await ask('/de_DE/apiDocument');
    for (const part of ['h2', 'td']) expect(html).toContain(`<${part} lang="en">`);
    expect(html).toContain('lang="de-DE"');
  });

  it('search engines are told what every page of the sitemap is about', async () => {
    const map = (await ask('/sitemap.xml')).html;
    const found = [...map.matchAll(/<loc>[^<]*?(\/en_US[^<]*)<\/loc>/g)].map(([, path]) => path);
    expect(found.length).toBeGreaterThan(20);
    const silent: string[] = [];
    for (const path of found) {
      const html = await (await fetch(`${fixture.server.address}${path}`)).text();
      const reported = /<meta[^>]*name="description"[^>]*>/.exec(html)?.[0] ?? '';
      if (!/content="[^"]{10,}"/.test(reported)) silent.push(path ?? '');
    }
    expect(silent).toEqual([]);
  });
});

it('every route holds the longest texts at a size, in both themes', async () => {
  expect(await lookAtRoutes({ fixture, person, isWhole: false })).toEqual([]);
});

it('every layer holds them too, for guest and person, and for who left elsewhere', async () => {
  expect(await lookAtAllLayers({ fixture, person, isWhole: false })).toEqual([]);
});
