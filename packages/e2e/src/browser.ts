// A browser without a window: the machine's own Chromium when there is one, else the one that comes
// with the packages. Not a journey. Used by journeys and by the browser's bench.
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Start a browser; the caller closes it. */
export async function openBrowser(): Promise<Browser> {
  const own = installed.find((path) => existsSync(path));
  if (own !== undefined) return chromium.launch({ executablePath: own, args: quiet });
  // The packaged browser unpacks itself into the temporary folder of whoever asks first.
  process.env['TMPDIR'] = mkdtempSync(join(tmpdir(), 'isobath-browser-'));
  const { default: packaged } = await import('@sparticuz/chromium');
  return chromium.launch({
    executablePath: await packaged.executablePath(),
    args: [...packaged.args, ...quiet],
  });
}
