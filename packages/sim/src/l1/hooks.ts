// Decides what the production code of this program meets when it imports the outside: stand-ins of
// the simulated world, and, where a bug is planted, its changed text. Registered by main.ts before
// anything of the engine is loaded.
import { registerHooks } from 'node:module';
import type { PlantedBug } from '../mutants/planted-bug.ts';

const standIns: Readonly<Record<string, string>> = {
  pg: 'pg.ts',
  'node:net': 'net.ts',
  'node:fs': 'fs.ts',
  'node:fs/promises': 'fs-promises.ts',
  'node:os': 'os.ts',
  'node:zlib': 'zlib.ts',
};

/** Rooms of the server that live in the simulated world. */
const simulated = /\/packages\/server\/src\/(engine\/|base\/db\/pool\.ts|base\/projections\/)/;

/** Put the simulated world in the place of the outside. */
export function replaceOutside(): void {
  registerHooks({
    resolve(specifier, context, next) {
      const standIn = standIns[specifier];
      if (standIn === undefined || !simulated.test(context.parentURL ?? '')) {
        return next(specifier, context);
      }
      const url = new URL(`world/modules/${standIn}`, import.meta.url).href;
      return { url, shortCircuit: true };
    },
  });
}

/**
 * Change the text of one file while it is loaded.
 *
 * @errors (when the file is loaded) if the text to find is not there exactly once.
 */
export function plantBug(bug: PlantedBug): void {
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context);
      if (!url.endsWith(`/packages/${bug.file}`)) return loaded;
      return { ...loaded, source: changeText(String(loaded.source), bug) };
    },
  });
}

/** The text with the bug in it. @errors when it does not apply. */
export function changeText(text: string, { name, find, replace }: PlantedBug): string {
  const count = text.split(find).length - 1;
  if (count !== 1) throw new Error(`the planted bug ${name} finds its place ${count} times`);
  return text.replace(find, () => replace);
}
