// What the servers of a worker have written to their logs and what its browser shows: for the
// report of a test that failed. Servers are noted while they run (server.ts, stage.ts,
// tools/testing); both are read after a failed test (tools/testing/each-file.ts).
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';

const LINES_COUNT = 30;
const PAGE_CHARACTERS = 800;
/** A page that does not answer is told as such; the report does not wait for it. */
const PAGE_MS_MAX = 5_000;

/** One list a worker, whatever file is tested and however often this module is read. */
const folders: Set<string> = ((globalThis as { stagedFolders?: Set<string> }).stagedFolders ??=
  new Set());

/** Note a server that runs now. @param dataFolder - its data folder. */
export function noteServer(dataFolder: string): void {
  folders.add(dataFolder);
}

/** Forget a server that runs no longer. */
export function forgetServer(dataFolder: string): void {
  folders.delete(dataFolder);
}

function readEnd(path: string): string {
  return readFileSync(path, 'utf8').trimEnd().split('\n').slice(-LINES_COUNT).join('\n');
}

/** The last lines of every log of every noted server; "" when there are none. */
export function readServerLogs(): string {
  const ends: string[] = [];
  for (const dataFolder of folders) {
    const folder = join(dataFolder, 'logs');
    let names: string[] = [];
    try {
      names = readdirSync(folder).filter((name) => name.endsWith('.log'));
    } catch {
      // It ended before it wrote anything.
    }
    for (const name of names.sort()) ends.push(`-- ${name}\n${readEnd(join(folder, name))}`);
  }
  return ends.join('\n');
}

async function describePage(page: Page): Promise<string> {
  const silence = new Promise<string>((resolve) => {
    setTimeout(resolve, PAGE_MS_MAX, '(no answer)').unref();
  });
  const text = page.evaluate<string>('document.body.innerText').catch(String);
  const shown = (await Promise.race([text, silence])).replaceAll(/\s*\n\s*/g, ' | ');
  return `-- page ${page.url()}\n${shown.slice(0, PAGE_CHARACTERS)}`;
}

/** Address and words of every page that the worker's browser has open; "" when there is none. */
export async function readPages(): Promise<string> {
  const browser = await (globalThis as { stageBrowser?: Promise<Browser> }).stageBrowser;
  const pages = (browser?.contexts() ?? []).flatMap((context) => context.pages());
  return (await Promise.all(pages.map(describePage))).join('\n');
}
