import { relative, resolve } from 'node:path';
import { findingsOfLines, runProgram, type Step } from './step.ts';

/** Every file is formatted as biome.json says; `npm run format` does it. */
export const format: Step = {
  name: 'format',
  async run(root) {
    const { exitCode, output, errors } = await runProgram(root, '@biomejs/biome/bin/biome', [
      'format',
      '--reporter=github',
      '--max-diagnostics=200',
      '.',
    ]);
    if (exitCode === 0) return { findings: [] };
    const files = [...`${output}${errors}`.matchAll(/^::error .*?file=([^,\n]+)/gm)];
    const findings = files.map((match) => ({
      rule: 'format',
      file: relative(root, resolve(root, match[1] ?? '')),
      message: 'is not formatted: npm run format',
    }));
    return { findings: findings.length > 0 ? findings : findingsOfLines('format', errors) };
  },
};
