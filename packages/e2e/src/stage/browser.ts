// The browser of the journeys: the one that npm brings, or the one CHROMIUM_PATH names.
// Also what every journey asks of every page: no error, no refused style, no fault for the ear.
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
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

/** Open a browser; the caller closes it. */
export async function openBrowser(): Promise<Browser> {
  const given = process.env['CHROMIUM_PATH'];
  if (given !== undefined) return chromium.launch({ executablePath: given, args: quiet });
  // The package leaves its unpacked files to the first user that ran it: one folder for each.
  const folder = join(tmpdir(), `isobath-chromium-${userInfo().uid}`);
  mkdirSync(folder, { recursive: true });
  process.env['TMPDIR'] = folder;
  // On a bare system it brings its own copies of the libraries it needs when told so.
  if (!existsSync(systemCrypto)) process.env['AWS_LAMBDA_JS_RUNTIME'] ??= 'nodejs24.x';
  const { default: packed } = await import('@sparticuz/chromium');
  const args = ['--headless=shell', ...quiet];
  return chromium.launch({ executablePath: await packed.executablePath(), args });
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

/**
 * Look for faults of accessibility on the page as it stands.
 *
 * @param without - rules left out, each with its reason at the call.
 * @returns one line for each fault: rule, element, what is wrong.
 */
export async function findBarriers(page: Page, without: readonly string[] = []): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) {
    await page.evaluate(axeSource);
  }
  return page.evaluate(
    async ({ tags, left }) => {
      const { axe } = globalThis as unknown as { axe: AxeLike };
      const off = Object.fromEntries(left.map((rule) => [rule, { enabled: false }]));
      const report = await axe.run({ runOnly: tags, rules: off });
      return report.violations.flatMap((fault) =>
        fault.nodes.map((node) => `${fault.id}: ${node.html.slice(0, 160)} ${node.failureSummary}`),
      );
    },
    { tags: rules, left: [...without] },
  );
}

interface AxeLike {
  run(options: unknown): Promise<{
    violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
  }>;
}

/** Whether a page can be pushed sideways, which no page of ours may. */
export function isTooWide(page: Page): Promise<boolean> {
  const root = 'document.documentElement';
  return page.evaluate<boolean>(`${root}.scrollWidth > ${root}.clientWidth`);
}
