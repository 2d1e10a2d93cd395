// Generated files are fresh: each generator runs again in memory and is compared with the disk.
// Not here: the generators themselves (tools/generators.ts).
// Used by tools/check.ts and by tools/generate.ts, which writes them.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding, Step } from './step.ts';
import type { Generator } from '../generator.ts';
import { generators } from '../generators.ts';

/** Compare what one generator says with what the disk holds: missing, different or left over. */
export async function compareGenerated(root: string, generator: Generator): Promise<Finding[]> {
  const rule = 'stale';
  const expected = await generator.generate(root);
  const findings: Finding[] = [];
  for (const [file, content] of expected) {
    const path = join(root, file);
    const found = existsSync(path) ? readFileSync(path, 'utf8') : null;
    if (found === content) continue;
    const what = found === null ? 'is missing' : 'is not what its generator says';
    findings.push({ rule, file, message: `${what}: npm run generate` });
  }
  for (const file of generator.list(root)) {
    if (expected.has(file)) continue;
    findings.push({ rule, file, message: 'has no generator any more: npm run generate' });
  }
  return findings;
}

/** Every generated file is what its generator would write now. */
export const generated: Step = {
  name: 'generated',
  async run(root) {
    const findings: Finding[] = [];
    for (const generator of generators) findings.push(...(await compareGenerated(root, generator)));
    return { findings, note: `${generators.length} generators` };
  },
};
