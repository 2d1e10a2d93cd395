// Every dependency has its line of reason in the decision about pins, and no line is left over.
// Not here: whether code uses it (knip).
// A rule of tidy.ts.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding } from '../checks/step.ts';

/** The decision that lists them. */
export const pinsFile = 'docs/adr/0003-runtime-and-pins.md';

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** Names in the first column of the table; `@types/*` stands for a family. */
function readReasons(page: string): string[] {
  return [...page.matchAll(/^\| ([^|]+) \|/gm)]
    .flatMap((match) => (match[1] ?? '').split(','))
    .map((name) => name.trim())
    .filter((name) => name !== 'dependency' && !name.startsWith('-'));
}

function isMeant(reason: string, name: string): boolean {
  return reason.endsWith('/*') ? name.startsWith(reason.slice(0, -1)) : reason === name;
}

/**
 * Compare the dependencies of every package with the table of reasons, and refuse loose versions.
 *
 * @param manifests - path and text of each package.json.
 */
export function checkDependencies(manifests: ReadonlyMap<string, string>, page: string): Finding[] {
  const reasons = readReasons(page);
  const findings: Finding[] = [];
  const used = new Set<string>();
  for (const [file, text] of manifests) {
    const { dependencies, devDependencies } = JSON.parse(text) as Manifest;
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
      if (!/^(npm:[a-z]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)) {
        const message = `${name} ${version} is not an exact version`;
        findings.push({ rule: 'dependency-loose', file, message });
      }
      if (name.startsWith('@isobath/')) continue;
      const reason = reasons.find((one) => isMeant(one, name));
      if (reason !== undefined) used.add(reason);
      else findings.push({ rule: 'dependency-reason', file, message: `${name}: see ${pinsFile}` });
    }
  }
  for (const reason of reasons.filter((one) => !used.has(one))) {
    const message = `${reason} is no dependency of any package`;
    findings.push({ rule: 'dependency-gone', file: pinsFile, message });
  }
  return findings;
}

/** The same for the files below `root`; nothing while the decision is not written. */
export function checkDependenciesOf(root: string, paths: readonly string[]): Finding[] {
  if (!existsSync(join(root, pinsFile))) return [];
  const manifests = paths
    .filter((path) => /^(packages\/[^/]+\/)?package\.json$/.test(path))
    .map((path) => [path, readFileSync(join(root, path), 'utf8')] as const);
  return checkDependencies(new Map(manifests), readFileSync(join(root, pinsFile), 'utf8'));
}
