// Disabled rules: each needs its reason on the line and counts against a number that only falls.
// Not here: tidy's own exceptions (exempt.ts), which carry their reason in a list.
// Rules of tidy.ts.

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding } from '../checks/step.ts';
import type { Source } from './source.ts';

/** Where the number stands. */
export const budgetFile = 'tools/tidy/suppressions.txt';

// Spelt apart, so that this file does not find itself.
const disabling = new RegExp(`(ox|es)${'lint'}-disable|biome-${'ignore'}|@ts-${'expect-error'}`);
const forbidden = new RegExp(`@ts-${'(ignore|nocheck)'}`);
const reason = new RegExp(`(--|:|@ts-${'expect-error'})\\s*\\S+\\s+\\S+`);

/** Every line that disables a rule has a reason, and none uses the blunt forms. */
export function checkReasons(sources: readonly Source[]): Finding[] {
  return sources.flatMap(({ path, lines }) =>
    lines.flatMap((text, index) => {
      const place = { file: path, line: index + 1 };
      if (forbidden.test(text)) {
        const message = 'switches the compiler off: expect the error and say why';
        return [{ rule: 'suppression', ...place, message }];
      }
      if (!disabling.test(text) || reason.test(text)) return [];
      const message = 'a disabled rule needs a reason on its line';
      return [{ rule: 'suppression', ...place, message }];
    }),
  );
}

/** How many lines disable a rule. */
export function countSuppressions(sources: readonly Source[]): number {
  return sources.flatMap(({ lines }) => lines.filter((text) => disabling.test(text))).length;
}

/** The lowest number the file ever held, as far back as the history at hand goes. */
function lowestEver(root: string): number {
  if (!existsSync(join(root, '.git'))) return Number.POSITIVE_INFINITY;
  const parameters = ['log', '-p', '--format=', '--', budgetFile];
  const log = execFileSync('git', parameters, { cwd: root, encoding: 'utf8' });
  const numbers = [...log.matchAll(/^\+(\d+)$/gm)].map((match) => Number(match[1]));
  return Math.min(Number.POSITIVE_INFINITY, ...numbers);
}

/** The count stays within the number of the file, and that number never rises. */
export function checkBudget(root: string, sources: readonly Source[]): Finding[] {
  const path = join(root, budgetFile);
  const budget = existsSync(path) ? Number(readFileSync(path, 'utf8').trim()) : 0;
  const count = countSuppressions(sources);
  const lowest = lowestEver(root);
  const findings: Finding[] = [];
  if (count > budget) {
    const message = `${count} rules are disabled, ${budgetFile} allows ${budget}`;
    findings.push({ rule: 'suppressions-count', message });
  }
  if (budget > lowest) {
    const message = `the number may only fall: it was ${lowest}, now it says ${budget}`;
    findings.push({ rule: 'suppressions-rise', file: budgetFile, message });
  }
  return findings;
}
