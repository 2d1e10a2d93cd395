import { findingsOfLines, runProgram, type Step } from './step.ts';

/** Nothing is unused: no file that nobody imports, no export, no dependency (knip.json). */
export const unused: Step = {
  name: 'unused',
  async run(root) {
    const { exitCode, output, errors } = await runProgram(root, 'knip/bin/knip.js', [
      '--no-progress',
      '--reporter=compact',
      '--no-config-hints',
    ]);
    return { findings: exitCode === 0 ? [] : findingsOfLines('unused', `${output}${errors}`) };
  },
};
