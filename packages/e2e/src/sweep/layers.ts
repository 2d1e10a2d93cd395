// What opens over a page, in the language of longest texts: every popup and dialog of header,
// footer and lists, for a guest and for a person, at each size that has it. Looked at for what the
// window cuts off, in both themes, and for barriers. Not the pages below. Read by the sweep.
import type { Locator, Page } from 'playwright-core';
import { findBarriers, isTooWide, waitForStillness } from '../stage/browser.ts';
import { waitForLife } from '../stage/person.ts';

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
}

type Screen = 'pc-large' | 'pc-small' | 'phone';

const all = ['pc-large', 'pc-small', 'phone'] as const;
const desks = ['pc-large', 'pc-small'] as const;
const small = ['pc-small', 'phone'] as const;
const dialog = '.ui-dialog';
const sideMenu = '.shell-side-tool button';
const search = '.shell-search, .shell-tools > .ui-icon-button';

const layers: readonly Layer[] = [
  { name: 'search', presses: [search], shows: '.search-panel .search-row', screens: all },
  {
    name: 'search with results',
    presses: [search],
    shows: '.search-panel .ui-tabs',
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
];

const roots = '.ui-popover, .ui-dialog, .ui-nav-popup';

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

/**
 * Open each layer of one size on the page that is shown, and close it.
 *
 * @param wear - puts a theme on.
 * @returns a line for each fault.
 */
export async function lookAtLayers(
  page: Page,
  screen: Screen,
  { who, wear }: { who: 'guest' | 'person'; wear: (theme: 'dark' | 'light') => Promise<void> },
): Promise<string[]> {
  const faults: string[] = [];
  const here = layers.filter(
    ({ screens, isFor }) => screens.includes(screen) && (isFor ?? who) === who,
  );
  for (const [place, layer] of here.entries()) {
    await open(page, layer);
    await waitForStillness(page);
    for (const [turn, theme] of (['dark', 'light'] as const).entries()) {
      await wear(theme);
      const tell = (what: string) => faults.push(`${layer.name} ${screen} ${theme}: ${what}`);
      if (await isTooWide(page)) tell('the page is too wide');
      for (const each of await page.evaluate<string[]>(findCut)) tell(`cut off: ${each}`);
      if (place % 2 !== turn) continue;
      for (const each of await findBarriers(page, roots)) tell(each);
    }
    await close(page, page.locator(roots));
  }
  return faults;
}
