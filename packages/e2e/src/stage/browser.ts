// The browser of the journeys: the one that npm brings, or the one CHROMIUM_PATH names.
// Also what every journey asks of every page: no error, no refused style, no fault for the ear.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';

const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--hide-scrollbars',
];
const systemCrypto = '/usr/lib/x86_64-linux-gnu/libnss3.so';

/** Tests begin side by side: each unpacks for itself, and a rename leaves one whole folder. */
async function unpackInto(folder: string, unpack: () => Promise<string>): Promise<void> {
  const making = `${folder}.${process.pid}`;
  mkdirSync(making, { recursive: true });
  process.env['TMPDIR'] = making;
  await unpack();
  try {
    renameSync(making, folder);
  } catch (error) {
    // Another test was quicker.
    rmSync(making, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
}

/** The browser that npm brings, unpacked on first use. @returns where its program is. */
async function findPacked(): Promise<string> {
  // The package leaves its unpacked files to the first user that ran it: one folder for each.
  const folder = join(tmpdir(), `isobath-browser-${userInfo().uid}`);
  // On a bare system it brings its own copies of the libraries it needs when told so.
  if (!existsSync(systemCrypto)) process.env['AWS_LAMBDA_JS_RUNTIME'] ??= 'nodejs24.x';
  const before = process.env['TMPDIR'];
  try {
    // It takes its place from here, first when it is read.
    process.env['TMPDIR'] = folder;
    const { default: packed } = await import('@sparticuz/chromium');
    if (!existsSync(folder)) await unpackInto(folder, () => packed.executablePath());
  } finally {
    // The next test of this process shall not unpack one inside the other.
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
  }
  return join(folder, 'chromium');
}

/** Time to give up on, not to expect: a busy machine is ten times slower than an idle one. */
const GIVE_UP_MS = 120_000;

async function launch(): Promise<Browser> {
  const given = process.env['CHROMIUM_PATH'];
  if (given !== undefined) return chromium.launch({ executablePath: given, args: quiet });
  const args = ['--headless=shell', ...quiet];
  return chromium.launch({ executablePath: await findPacked(), args });
}

/** Open a browser; the caller closes it. */
export async function openBrowser(): Promise<Browser> {
  const browser = await launch();
  const openContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await openContext(options);
    context.setDefaultTimeout(GIVE_UP_MS);
    return context;
  };
  return browser;
}

/** Collect what a page complains about from now on: errors, warnings, refused styles. */
export function hearComplaints(page: Page): string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  return complaints;
}

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Longer than anything of ours moves: what a page does not draw never says that it has ended. */
const stillWithinMs = 400;

/** Wait until what fades, slides or changes its colours stands still; breathing goes on. */
export async function waitForStillness(page: Page): Promise<void> {
  const pending = `document.getAnimations().filter(({ playState, effect }) =>
    playState === 'running' && effect.getComputedTiming().endTime !== Infinity)`;
  const settle = `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() =>
    Promise.allSettled(${pending}.map(({ finished }) => finished)).then(resolve))))`;
  const settled = page.evaluate(`${settle}.then(() => undefined)`).catch(() => {});
  await Promise.race([settled, new Promise((resolve) => setTimeout(resolve, stillWithinMs))]);
}

/** What concerns the rest of the page when a layer lies over it. */
const rulesBehindLayer = ['aria-hidden-focus', 'duplicate-id-aria', 'nested-interactive'];

/**
 * Look for faults of accessibility on the page as it stands.
 *
 * @param within - a layer, when the page below has been looked at already: all rules for the layer,
 *   and for the page those that a layer can break.
 * @returns one line for each fault: rule, element, what is wrong.
 */
export async function findBarriers(page: Page, within?: string): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) {
    await page.evaluate(axeSource);
  }
  return page.evaluate(
    async ({ tags, layer, behind }) => {
      const { axe } = globalThis as unknown as { axe: AxeLike };
      const whole = { include: ['html'] };
      const looks: [{ include: string[] }, unknown][] =
        layer === undefined
          ? [[whole, { runOnly: tags }]]
          : [
              [{ include: [layer] }, { runOnly: tags }],
              [whole, { runOnly: { type: 'rule', values: behind } }],
            ];
      const faults: string[] = [];
      for (const [context, options] of looks) {
        const { violations } = await axe.run(context, options);
        for (const { id, nodes } of violations) {
          for (const node of nodes) {
            faults.push(`${id}: ${node.html.slice(0, 160)} ${node.failureSummary}`);
          }
        }
      }
      return faults;
    },
    { tags: rules, layer: within, behind: rulesBehindLayer },
  );
}

interface AxeLike {
  run(
    context: unknown,
    options: unknown,
  ): Promise<{
    violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
  }>;
}

/** Whether the notices leave a button free, once they have slid in, all of them in the window. */
export async function areNoticesAside(on: Page, button: string): Promise<boolean> {
  await waitForStillness(on);
  const sent = await on.locator(button).boundingBox();
  const notices = await on.locator('.ui-toast').all();
  const boxes = await Promise.all(notices.map((notice) => notice.boundingBox()));
  if (sent === null || boxes.length === 0) return false;
  return boxes.every((box) => {
    if (box === null || box.y < 0) return false;
    const isBeside = box.x + box.width <= sent.x || sent.x + sent.width <= box.x;
    return isBeside || box.y + box.height <= sent.y || sent.y + sent.height <= box.y;
  });
}

/** Whether a page can be pushed sideways, which no page of ours may. */
export function isTooWide(page: Page): Promise<boolean> {
  const root = 'document.documentElement';
  return page.evaluate<boolean>(`${root}.scrollWidth > ${root}.clientWidth`);
}
