// Every route of the specification: answered over HTTP in its right form to a guest and to a
// person, and looked at in the language of longest texts: one load each, then three sizes and both
// themes in place. Nothing may be too wide, cut, refused, complained about, or closed to anybody.
// So for all that opens over a page.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  findBarriers,
  hearComplaints,
  isTooWide,
  openBrowser,
  waitForStillness,
} from '../stage/browser.ts';
import { askDemoMoney, meetPerson, type Person, registerPerson } from '../stage/person.ts';
import { type StagedServer, startServer } from '../stage/server.ts';
import { findCutWords } from './cut-words.ts';
import { lookAtLayers, lookAtSignedOut } from './layers.ts';
import { ownRoutes, publicRoutes } from './routes.ts';

const sizes = [
  { screen: 'pc-large', width: 1440, height: 900 },
  { screen: 'pc-small', width: 1024, height: 768 },
  { screen: 'phone', width: 390, height: 844 },
] as const;
const themes = ['dark', 'light'] as const;
/** Some routes at a time: more would only wait for each other. */
const pagesCount = 3;

let server: StagedServer;
let browser: Browser;
let person: Person;
let cookie = '';

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer({ ISOBATH_LIQUIDITY: 'off' }), openBrowser()]);
  person = await meetPerson(browser, 'reader');
  await registerPerson(person, server.address);
  await askDemoMoney(person);
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
    const answers = await askAll([...publicRoutes, ...ownRoutes], { cookie });
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
    const { port } = new URL(server.address);
    expect(footer).toContain(`© 2017-${new Date().getUTCFullYear()} 127.0.0.1:${port}`);
  });

  it('a page marks its visitor once, before the calls that it makes', async () => {
    const address = `${server.address}/en_US/register`;
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
      const html = await (await fetch(`${server.address}${path}`)).text();
      const told = /<meta[^>]*name="description"[^>]*>/.exec(html)?.[0] ?? '';
      if (!/content="[^"]{10,}"/.test(told)) silent.push(path ?? '');
    }
    expect(silent).toEqual([]);
  });
});

async function wearTheme(page: Page, theme: (typeof themes)[number]): Promise<void> {
  const root = 'document.documentElement';
  await page.evaluate(`${root}.setAttribute('data-theme', '${theme}')`);
}

/** The first elements that stick out of the window, by their class; runs in the page. */
const findWide = `(() => {
  const edge = document.documentElement.clientWidth + 1;
  const isHeld = (element) => {
    const parent = element.parentElement;
    if (parent === null || parent === document.body) return false;
    return getComputedStyle(parent).overflowX !== 'visible' || isHeld(parent);
  };
  const wide = [...document.body.querySelectorAll('*')].filter(
    (element) => element.getBoundingClientRect().right > edge && !isHeld(element),
  );
  return wide.slice(0, 4).map((one) => one.tagName + ' ' + one.getAttribute('class')).join(', ');
})()`;

/** Half a colour has half a contrast, and a busy machine fades late; runs in the page. */
const changeAtOnce = `(() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('*, ::before, ::after { transition: none !important; }');
  document.adoptedStyleSheets.push(sheet);
})()`;

/** A window that goes from route to route, and what it complained about since the last. */
interface Seat {
  readonly page: Page;
  readonly complaints: string[];
}

/** Look at one route in all sizes and themes. @returns a line for each fault. */
async function lookAt({ page, complaints }: Seat, route: string, place: number) {
  const faults: string[] = [];
  complaints.length = 0;
  await page.goto(server.address + inLanguage('zz_ZZ', route));
  await page.locator('main').first().waitFor();
  await page.waitForLoadState('networkidle').catch(() => {});
  await page.evaluate(changeAtOnce);
  for (const [step, size] of sizes.entries()) {
    await page.setViewportSize(size);
    await page.locator(`.shell-frame[data-screen=${size.screen}]`).waitFor();
    const cut = await findCutWords(page, 'body');
    faults.push(...cut.map((each) => `${route} ${size.width}: cut off: ${each}`));
    for (const [turn, theme] of themes.entries()) {
      await wearTheme(page, theme);
      if (await isTooWide(page)) {
        faults.push(`${route} ${size.width} ${theme}: too wide: ${await page.evaluate(findWide)}`);
      }
      // Each route once for the ear and the eye, and each size and theme on many routes.
      if ((place + step) % sizes.length !== 0 || (place + step) % 2 !== turn) continue;
      await waitForStillness(page);
      const barriers = await findBarriers(page);
      faults.push(...barriers.map((each) => `${route} ${size.width} ${theme}: ${each}`));
    }
  }
  faults.push(...complaints.map((each) => `${route}: ${each}`));
  return faults;
}

it('every route holds the longest texts at three sizes in both themes', async () => {
  const routes = [...publicRoutes, ...ownRoutes].map((route, place) => ({ route, place }));
  const faults: string[] = [];
  const work = async () => {
    const page = await person.context.newPage();
    // What breathes for ever is drawn for nobody here.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const seat = { page, complaints: hearComplaints(page) };
    for (;;) {
      const next = routes.shift();
      if (next === undefined) return page.close();
      faults.push(...(await lookAt(seat, next.route, next.place)));
    }
  };
  await Promise.all(Array.from({ length: pagesCount }, work));
  expect(faults).toEqual([]);
}, 900_000);

it('every layer holds them too, for guest and person, and for who left elsewhere', async () => {
  const visitor = await browser.newContext({ colorScheme: 'dark' });
  const look = async (who: 'guest' | 'person', page: Page) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const complaints = hearComplaints(page);
    const faults: string[] = [];
    const wear = (theme: (typeof themes)[number]) => wearTheme(page, theme);
    const visit = async (route: string) => {
      await page.goto(server.address + inLanguage('zz_ZZ', route));
      // The server draws for a large screen: what opens before the page knows its own is closed.
      const { screen } = sizes.find(({ width }) => width === page.viewportSize()?.width) ?? {};
      await page.locator(`.shell-frame[data-screen=${screen}]`).waitFor();
      await page.evaluate(changeAtOnce);
    };
    for (const { screen, ...size } of sizes) {
      await page.setViewportSize(size);
      faults.push(...(await lookAtLayers(page, screen, { who, wear, visit })));
    }
    // What the page still asks for once the session is over is refused, and the browser says so.
    const heard = [...complaints];
    if (who === 'person') faults.push(...(await lookAtSignedOut(page, sizes, { wear, visit })));
    await page.close();
    return [...faults, ...heard].map((each) => `${who} ${each}`);
  };
  const [ofGuest, ofPerson] = await Promise.all([
    look('guest', await visitor.newPage()),
    look('person', await person.context.newPage()),
  ]);
  expect([...ofGuest, ...ofPerson]).toEqual([]);
}, 900_000);
