// Looks at every route and at every layer in the language of longest texts: what is too wide, cut
// off, complained about or closed to anybody. Read by the sweep, in short (sweep.test.ts) and whole
// (sweep.prove.ts).
import type { Page } from 'playwright-core';
import { findBarriers, hearComplaints, isTooWide, waitForStillness } from '../fixture/browser.ts';
import type { Person } from '../fixture/person.ts';
import type { Fixture } from '../fixture/fixture.ts';
import { findCutWords } from './cut-words.ts';
import { lookAtLayers, lookAtSignedOut } from './layers.ts';
import { comingRoutes, ownRoutes, publicRoutes } from './routes.ts';

const sizes = [
  { screen: 'pc-large', width: 1440, height: 900 },
  { screen: 'pc-small', width: 1024, height: 768 },
  { screen: 'phone', width: 390, height: 844 },
] as const;
const themes = ['dark', 'light'] as const;
/** Some routes at a time: more would only wait for each other. */
const pagesCount = 3;
/** Looking for barriers costs as much as all else: in short one route in so many is asked. */
const BARRIERS_EVERY = 4;

/** Who looks where; whole: each route and layer at every size and in both themes. */
export interface Look {
  readonly fixture: Fixture;
  readonly person: Person;
  readonly isWhole: boolean;
}

/** The address of a route in a language; the home has no slash at its end. */
export const inLanguage = (locale: string, route: string) =>
  `/${locale}${route === '/' ? '' : route}`;

/** In short each place has one size, and each size has many places. */
const isSizeOf = (place: number, step: number) => (place + step) % sizes.length === 0;

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

/** Look at one route. @returns a line for each fault. */
async function lookAt(
  look: Look,
  { page, complaints }: Seat,
  it: { route: string; place: number },
) {
  const { route, place } = it;
  const faults: string[] = [];
  complaints.length = 0;
  await page.goto(look.fixture.server.address + inLanguage('zz_ZZ', route));
  await page.locator('main').first().waitFor();
  await page.waitForLoadState('networkidle').catch(() => {});
  await page.evaluate(changeAtOnce);
  for (const [step, size] of sizes.entries()) {
    if (!look.isWhole && !isSizeOf(place, step)) continue;
    await page.setViewportSize(size);
    await page.locator(`.shell-frame[data-screen=${size.screen}]`).waitFor();
    const cut = await findCutWords(page, 'body');
    faults.push(...cut.map((each) => `${route} ${size.width}: cut off: ${each}`));
    for (const [turn, theme] of themes.entries()) {
      await wearTheme(page, theme);
      if (await isTooWide(page)) {
        faults.push(`${route} ${size.width} ${theme}: too wide: ${await page.evaluate(findWide)}`);
      }
      if (!look.isWhole && place % (2 * BARRIERS_EVERY) !== turn * BARRIERS_EVERY) continue;
      await waitForStillness(page);
      const barriers = await findBarriers(page);
      faults.push(...barriers.map((each) => `${route} ${size.width} ${theme}: ${each}`));
    }
  }
  faults.push(...complaints.map((each) => `${route}: ${each}`));
  return faults;
}

/** Look at every route as a person. @returns a line for each fault. */
export async function lookAtRoutes(look: Look): Promise<string[]> {
  const routes = [...publicRoutes, ...ownRoutes, ...comingRoutes].map((route, place) => ({
    route,
    place,
  }));
  const faults: string[] = [];
  const work = async () => {
    const page = await look.person.context.newPage();
    // What breathes for ever is drawn for nobody here.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const seat = { page, complaints: hearComplaints(page) };
    for (let next = routes.shift(); next !== undefined; next = routes.shift()) {
      faults.push(...(await lookAt(look, seat, next)));
    }
    await page.close();
  };
  await Promise.all(Array.from({ length: pagesCount }, work));
  return faults;
}

async function lookAs(who: 'guest' | 'person', page: Page, { fixture, isWhole }: Look) {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const complaints = hearComplaints(page);
  const faults: string[] = [];
  const wear = (theme: (typeof themes)[number]) => wearTheme(page, theme);
  const visit = async (route: string) => {
    await page.goto(fixture.server.address + inLanguage('zz_ZZ', route));
    // The server draws for a large screen: what opens before the page knows its own is closed.
    const { screen } = sizes.find(({ width }) => width === page.viewportSize()?.width) ?? {};
    await page.locator(`.shell-frame[data-screen=${screen}]`).waitFor();
    await page.evaluate(changeAtOnce);
  };
  for (const { screen, ...size } of sizes) {
    await page.setViewportSize(size);
    faults.push(...(await lookAtLayers(page, screen, { who, wear, visit, isWhole })));
  }
  // What the page still asks for once the session is over is refused, and the browser says so.
  const heard = [...complaints];
  if (who === 'person') faults.push(...(await lookAtSignedOut(page, sizes, { wear, visit })));
  await page.close();
  return [...faults, ...heard].map((each) => `${who} ${each}`);
}

/**
 * Look at every layer as a guest and as a person, who has left elsewhere at the end.
 *
 * @returns a line for each fault.
 */
export async function lookAtAllLayers(look: Look): Promise<string[]> {
  const visitor = await look.fixture.browser.newContext({ colorScheme: 'dark' });
  const [ofGuest, ofPerson] = await Promise.all([
    lookAs('guest', await visitor.newPage(), look),
    lookAs('person', await look.person.context.newPage(), look),
  ]);
  return [...ofGuest, ...ofPerson];
}
