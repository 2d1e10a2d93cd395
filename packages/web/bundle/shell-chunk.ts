// The one file that every page loads besides the router's own: what the start, the document and
// the frame import, and nothing that only some page uses. Left to itself the bundler joins small
// shared modules by likeness, and a reader of the home page loads half the house.
// Not what a page brings; that is grouped by the pages that share it. Called by vite.config.ts.
import { join } from 'node:path';
import type { Plugin, Rollup } from 'vite';

type ModuleInfo = Rollup.ModuleInfo;

/** What the bundler tells while it groups modules. */
interface Graph {
  getModuleInfo(id: string): Pick<ModuleInfo, 'code' | 'importedIds' | 'exports'> | null;
}

/** Modules that only hand on what others export: of these only what is asked for counts. */
const doors =
  /[\\/]((ui|kit|sdk)[\\/]src[\\/]index\.ts|wire[\\/]door|marks[\\/]icons\.ts|lucide-react\.m?js)$/;

/** `import { A, B as C } from "..."` and `export { default as A } from "..."`. */
const statement = /(import|export)\s*\{([^}]*)\}\s*from\s*["']([^"']+)["']/g;

interface Named {
  readonly from: string;
  /** Names as the other module spells them, by the name they have here. */
  readonly names: ReadonlyMap<string, string>;
}

function readStatements(code: string, kind: string): Named[] {
  return [...code.matchAll(statement)]
    .filter(([, found]) => found === kind)
    .map(([, , list = '', from = '']) => {
      const pairs = list.split(',').filter((part) => part.trim() !== '');
      const names = pairs.map((part): [string, string] => {
        const [theirs = '', ours = theirs] = part.trim().split(/\s+as\s+/);
        return [ours, theirs];
      });
      return { from, names: new Map(names) };
    });
}

const baseOf = (path: string) => path.replace(/^.*[\\/]/, '').replace(/\.\w+$/, '');

/** Whether what an import names may be this door: others have parts of the same names. */
function leadsTo(from: string, door: string): boolean {
  if (from.startsWith('.')) return baseOf(from) === baseOf(door);
  return door.replaceAll('\\', '/').includes(`/${from.replace(/^@[^/]+\//, '')}/`);
}

/** Follow imports from the starts; through a door only to what was asked for. */
class Walk {
  readonly ids = new Set<string>();
  private readonly graph: Graph;

  constructor(graph: Graph) {
    this.graph = graph;
  }

  visit(id: string): void {
    if (this.ids.has(id)) return;
    const info = this.graph.getModuleInfo(id);
    if (info === null) return;
    this.ids.add(id);
    for (const next of info.importedIds) {
      if (doors.test(next)) this.passDoor(next, this.namesFrom(info.code ?? '', next));
      else this.visit(next);
    }
  }

  /** What a module asks of a door. */
  private namesFrom(code: string, door: string): string[] {
    const has = new Set(this.graph.getModuleInfo(door)?.exports ?? []);
    // A module of ours may hand on what it gets of a package.
    const named = [...readStatements(code, 'import'), ...readStatements(code, 'export')];
    const names = named
      .filter(({ from }) => leadsTo(from, door))
      .flatMap(({ names: requested }) => [...requested.values()]);
    return names.filter((name) => has.has(name) || has.has('*'));
  }

  private passDoor(door: string, names: readonly string[]): void {
    const info = this.graph.getModuleInfo(door);
    if (info === null) return;
    const handed = readStatements(info.code ?? '', 'export');
    for (const name of names) {
      const by = handed.find((one) => one.names.has(name));
      const next = info.importedIds.find((id) =>
        by === undefined
          ? this.graph.getModuleInfo(id)?.exports.includes(name)
          : baseOf(id) === baseOf(by.from),
      );
      if (next === undefined) continue;
      if (doors.test(next)) this.passDoor(next, [by?.names.get(name) ?? name]);
      else this.visit(next);
    }
  }
}

/**
 * The group of that file.
 *
 * @param source - the folder of the pages' sources.
 */
export function createShellGroup(source: string) {
  const starts = ['entry.client.tsx', 'root.tsx', join('shell', 'Frame.tsx')];
  let ids: ReadonlySet<string> | null = null;
  const collect = (graph: Graph) => {
    const walk = new Walk(graph);
    for (const start of starts) walk.visit(join(source, start));
    for (const start of starts) walk.ids.delete(join(source, start));
    return walk.ids;
  };
  return {
    debugName: 'shell',
    name: (id: string, graph: Graph) => {
      ids ??= collect(graph);
      return ids.has(id) ? 'shell' : null;
    },
    priority: 1,
  };
}

/**
 * Lets files of the bundle hand each other more than their modules export: without it every module
 * of the shell would draw in whatever its packages' doors could bring.
 */
export function shareFreely(): Plugin {
  return {
    name: 'isobath:share-freely',
    enforce: 'post',
    applyToEnvironment: (environment) => environment.name === 'client',
    options: (options) => ({ ...options, preserveEntrySignatures: 'allow-extension' }),
  };
}
