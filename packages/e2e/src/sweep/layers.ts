// What opens over a page, in the language of longest texts: every popup and dialog of header,
// footer and lists, a transfer, talks of service and what the page says to refusals, for a guest
// and for a person, at each size that has it. Looked at for what the
// window cuts off, in both themes, and for barriers. Not the pages below. Read by the sweep.
import type { Locator, Page } from 'playwright-core';
import { findBarriers, isTooWide, waitForStillness } from '../fixture/browser.ts';
import { waitForLife } from '../fixture/person.ts';
import { findCutWords } from './cut-words.ts';

/** Something that opens by a press. */
interface Layer {
  readonly name: string;
  /** What is pressed, one after the other. */
  readonly presses: readonly string[];
  /** What is there then. */
  readonly shows: string;
  readonly screens: readonly Screen[];
  /** Not for guests, or for them alone; left out, for everybody. */
  readonly isFor?: 'guest' | 'person';
  /** Words for the box in it. */
  readonly types?: string;
  /** Where it opens, when not on the page of markets. */
  readonly route?: string;
  /** With what code the search for these words is refused. */
  readonly refusal?: number;
  /** Closing it would lead away, or it is opened elsewhere: the page of markets is opened anew. */
  readonly endsPage?: true;
}

type Screen = 'pc-large' | 'pc-small' | 'phone';

const all = ['pc-large', 'pc-small', 'phone'] as const;
const desks = ['pc-large', 'pc-small'] as const;
const small = ['pc-small', 'phone'] as const;
const dialog = '.ui-dialog';
const sideMenu = '.shell-side-tool button';
const search = '.shell-search, .shell-tools > .ui-icon-button';

/** As long as sentences of refusals become. */
const refusalWords = `[${'Please verify your identity before you go on with this. '.repeat(3)}]`;
const refused = '.ui-dialog-text:has-text("Please verify your identity")';

const layers: readonly Layer[] = [
  { name: 'search', presses: [search], shows: '.search-panel .search-row', screens: all },
  {
    name: 'search with results',
    presses: [search],
    shows: '.search-panel .ui-tabs .search-row',
    screens: all,
    types: 'btc',
  },
  {
    name: 'search without results',
    presses: [search],
    shows: '.search-panel .search-none',
    screens: all,
    types: 'zzzz',
  },
  {
    name: 'menu',
    presses: ['.shell-menu .ui-nav-list > li:last-child button'],
    shows: '.ui-nav-popup .ui-nav-link',
    screens: ['pc-large'],
  },
  {
    name: 'language',
    presses: ['.shell-wide > .ui-icon-button'],
    shows: dialog,
    screens: ['pc-large'],
  },
  {
    name: 'download',
    presses: ['.shell-wide .shell-late button'],
    shows: '.download-card [role=img]',
    screens: ['pc-large'],
  },
  { name: 'side menu', presses: [sideMenu], shows: dialog, screens: small },
  {
    name: 'language of the side menu',
    presses: [sideMenu, '.side-foot > button.ui-button'],
    shows: '.choice-grid',
    screens: small,
  },
  { name: 'service', presses: ['.service-button'], shows: '.service-menu', screens: all },
  {
    name: 'chat of the footer',
    presses: ['.footer-channels button'],
    shows: '.footer-code [role=img]',
    screens: all,
  },
  {
    name: 'notifications',
    presses: ['button.inbox-bell'],
    shows: '.inbox-panel .inbox-list',
    screens: all,
    isFor: 'person',
  },
  {
    name: 'assets',
    presses: ['.shell-own > :first-child button'],
    shows: '.assets-card-value',
    screens: desks,
    isFor: 'person',
  },
  {
    name: 'orders',
    presses: ['.shell-own > :last-child button'],
    shows: '.ui-popover .shell-links',
    screens: desks,
    isFor: 'person',
  },
  {
    name: 'user',
    presses: ['.shell-person'],
    shows: '.user-panel',
    screens: desks,
    isFor: 'person',
  },
  {
    name: 'price alert',
    presses: ['main [data-card=tool] button:not([aria-pressed])'],
    shows: `${dialog} form`,
    screens: all,
    isFor: 'person',
  },
  {
    name: 'talk of service',
    presses: ['.service-button', '.service-menu button'],
    shows: '.service-panel textarea',
    screens: all,
    endsPage: true,
  },
  {
    name: 'transfer',
    route: '/assetManagement/overView',
    presses: ['main a[href*="/account/transfer"]'],
    shows: `${dialog} .ui-state`,
    screens: all,
    isFor: 'person',
    endsPage: true,
  },
  {
    name: 'markets to trade',
    route: '/trade/exchange/?tradeCode=btc_usdt',
    presses: ['.strip-market'],
    shows: '.picker .picker-open',
    screens: all,
    endsPage: true,
  },
  {
    name: 'identity needed',
    presses: [search],
    types: 'btc',
    refusal: 20_101,
    shows: refused,
    screens: all,
    endsPage: true,
  },
  {
    name: 'not for this account',
    presses: [search],
    types: 'btc',
    refusal: 20_102,
    shows: refused,
    screens: all,
    endsPage: true,
  },
];

/** Where layers are opened that name no other place. */
const layersRoute = '/market';
const searches = '**/hk-web/market/search/result**';
const roots = '.ui-popover, .ui-dialog, .ui-nav-popup, .service-panel';

/** What sticks out of the layers that are open, or is cut off there; runs in the page. */
const findCut = `(() => {
  const { clientWidth, clientHeight } = document.documentElement;
  // Rows that are pushed sideways on purpose.
  const isRow = (element) => element.closest('.inbox-sub, .ui-tabs-list') !== null;
  return [...document.querySelectorAll('${roots}')].flatMap((root) => {
    const { top, bottom, left, right } = root.getBoundingClientRect();
    const [from, to] = [Math.max(left, 0) - 1, Math.min(right, clientWidth) + 1];
    const cut = [root, ...root.querySelectorAll('*')].filter((one) => {
      const box = one.getBoundingClientRect();
      // What only forms and ears have is a dot.
      return box.width > 1 && (box.left < from || box.right > to) && !isRow(one);
    });
    const tall = top < -1 || bottom > clientHeight + 1 ? ['taller than the window'] : [];
    return [...tall, ...cut.map((one) => one.tagName + ' ' + one.getAttribute('class'))];
  }).slice(0, 4);
})()`;

/** Press by key what is in sight: resting there, the pointer would open some as well. */
async function open(page: Page, layer: Layer): Promise<void> {
  if (layer.refusal !== undefined) {
    const json = { code: layer.refusal, message: refusalWords, data: { reject: '', facts: {} } };
    await page.route(searches, (route) => route.fulfill({ json }));
  }
  for (const selector of layer.presses) {
    const button = page.locator(selector).filter({ visible: true }).first();
    await waitForLife(button);
    await button.press('Enter');
  }
  if (layer.types !== undefined) {
    await page.locator('.search-panel').getByRole('searchbox').fill(layer.types);
  }
  await page.locator(layer.shows).first().waitFor();
}

/** A box with words in it is emptied by the first Escape. */
async function close(page: Page, place: Locator): Promise<void> {
  while ((await place.count()) > 0) {
    await page.keyboard.press('Escape');
    await waitForStillness(page);
  }
}

type Wear = (theme: 'dark' | 'light') => Promise<void>;

/**
 * Look at what is open, in both themes.
 *
 * @param turn - the theme in which barriers are looked for.
 * @returns a line for each fault.
 */
async function lookAtOpen(page: Page, name: string, { wear, turn }: { wear: Wear; turn: number }) {
  const faults: string[] = [];
  await waitForStillness(page);
  const words = await findCutWords(page, roots);
  faults.push(...words.map((each) => `${name}: cut off: ${each}`));
  for (const [place, theme] of (['dark', 'light'] as const).entries()) {
    await wear(theme);
    const report = (what: string) => faults.push(`${name} ${theme}: ${what}`);
    if (await isTooWide(page)) report('the page is too wide');
    for (const each of await page.evaluate<string[]>(findCut)) report(`cut off: ${each}`);
    if (place !== turn) continue;
    for (const each of await findBarriers(page, roots)) report(each);
  }
  return faults;
}

/**
 * Open each layer of one size, and close it.
 *
 * @param tools - isWhole: each layer at every size that it has, else at one of them; wear puts a
 *   theme on; visit goes to a route, in the language of longest texts.
 * @returns a line for each fault.
 */
export async function lookAtLayers(
  page: Page,
  screen: Screen,
  tools: {
    who: 'guest' | 'person';
    wear: Wear;
    visit: (route: string) => Promise<void>;
    isWhole: boolean;
  },
): Promise<string[]> {
  const { who, wear, visit, isWhole } = tools;
  const faults: string[] = [];
  const here = layers.filter(({ screens, isFor }, place) => {
    const chosen = isWhole ? screens : [screens[place % screens.length]];
    return chosen.includes(screen) && (isFor ?? who) === who;
  });
  await visit(layersRoute);
  for (const [place, layer] of here.entries()) {
    if (layer.route !== undefined) await visit(layer.route);
    await open(page, layer);
    const look = { wear, turn: place % 2 };
    faults.push(...(await lookAtOpen(page, `${layer.name} ${screen}`, look)));
    if (layer.refusal !== undefined) await page.unroute(searches);
    if (layer.endsPage) await visit(layersRoute);
    else await close(page, page.locator(roots));
  }
  return faults;
}

/**
 * Look at what a page says whose person has left elsewhere, at each size. The session is over then.
 *
 * @returns a line for each fault.
 */
export async function lookAtSignedOut(
  page: Page,
  sizes: readonly { screen: Screen; width: number; height: number }[],
  tools: { wear: Wear; visit: (route: string) => Promise<void> },
): Promise<string[]> {
  const { wear, visit } = tools;
  await visit(layersRoute);
  const ended = page.locator(dialog);
  await waitForLife(page.locator('main').first());
  await page.evaluate(`fetch('/hk-web/v2/logout', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-requested-with': 'isobath' },
    body: '{}',
  })`);
  await ended.waitFor();
  const faults: string[] = [];
  for (const [place, { screen, ...size }] of sizes.entries()) {
    await page.setViewportSize(size);
    await page.locator(`.shell-frame[data-screen=${screen}]`).waitFor();
    await ended.waitFor();
    const look = { wear, turn: place % 2 };
    faults.push(...(await lookAtOpen(page, `signed out ${screen}`, look)));
  }
  return faults;
}
