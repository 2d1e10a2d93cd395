// Stops a build whose files need each other in a circle. Modules are laid into files by the pages
// that use them; as long as the files stand in an order, every module runs before what needs it and
// none has to be wrapped for that, which would be seven kilobytes of the first load.
// Not for circles of sources: those the law of imports refuses. Called by vite.config.ts.
import type { Plugin } from 'vite';

/** What each file needs before it runs, by the names of files. */
export type Needs = ReadonlyMap<string, readonly string[]>;

/**
 * One circle among files.
 *
 * @returns the files in their order round, or null when there is none.
 */
export function findCircle(needs: Needs): string[] | null {
  const done = new Set<string>();
  const trail: string[] = [];
  const visit = (file: string): string[] | null => {
    if (done.has(file)) return null;
    const at = trail.indexOf(file);
    if (at !== -1) return trail.slice(at);
    trail.push(file);
    for (const next of needs.get(file) ?? []) {
      const circle = visit(next);
      if (circle !== null) return circle;
    }
    trail.pop();
    done.add(file);
    return null;
  };
  for (const file of needs.keys()) {
    const circle = visit(file);
    if (circle !== null) return circle;
  }
  return null;
}

/** Refuse files that need each other. */
export function refuseCircles(): Plugin {
  return {
    name: 'isobath:refuse-circles',
    applyToEnvironment: (environment) => environment.name === 'client',
    generateBundle(_options, bundle) {
      const needs = new Map<string, readonly string[]>();
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk') needs.set(file.fileName, file.imports);
      }
      const circle = findCircle(needs);
      if (circle !== null) this.error(`these files need each other: ${circle.join(', ')}`);
    },
  };
}
