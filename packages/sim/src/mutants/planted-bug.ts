// Bugs as changes of text: each a file of packages/sim/mutants, made in one source file while it is
// loaded, so none of them ever lives in the product. Used by mutants.ts and by l1/hooks.ts.
import { readdirSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

/** A bug as a change of one file's text. */
export interface PlantedBug {
  readonly name: string;
  /** Level of the simulation that must find it. */
  readonly level: 'L0' | 'L1';
  /** Path inside `packages/`. */
  readonly file: string;
  /** Stands in the file exactly once. */
  readonly find: string;
  readonly replace: string;
  /** The kept run that meets it, where fresh seeds do so once in millions of commands. */
  readonly keptRun?: string;
}

const folder = fileURLToPath(new URL('../../mutants', import.meta.url));
const packages = fileURLToPath(new URL('../../..', import.meta.url));

/** Where a bug's kept run is; undefined when fresh seeds have to find it. */
export function locateKeptRun({ keptRun }: PlantedBug): string | undefined {
  return keptRun && fileURLToPath(new URL(`../../regressions/${keptRun}`, import.meta.url));
}

/** One planted bug by its name. */
export function readBug(name: string): PlantedBug {
  return JSON.parse(readFileSync(`${folder}/${name}.json`, 'utf8')) as PlantedBug;
}

/** Every planted bug there is, by name. */
export function readBugs(): PlantedBug[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return names.sort().map((name) => readBug(name.slice(0, -5)));
}

/** The text with the bug in it. @errors when its place is not there exactly once. */
function changeText(text: string, { name, find, replace }: PlantedBug): string {
  const count = text.split(find).length - 1;
  if (count !== 1) throw new Error(`the planted bug ${name} finds its place ${count} times`);
  return text.replace(find, () => replace);
}

/** Whether a bug can still be planted. @errors when it no longer applies. */
export function checkBug(bug: PlantedBug): void {
  changeText(readFileSync(`${packages}/${bug.file}`, 'utf8'), bug);
}

/** Plant a bug in this program; the file must not have been loaded yet. */
export function plantBug(bug: PlantedBug): void {
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context);
      if (!url.endsWith(`/packages/${bug.file}`)) return loaded;
      return { ...loaded, source: changeText(String(loaded.source), bug) };
    },
  });
}
