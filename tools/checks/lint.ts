import { findingsOfLines, runProgram, type Step } from './step.ts';

/** Lint finds nothing, warnings included; core also obeys the purity bans of .oxlintrc.json. */
export const lint: Step = {
  name: 'lint',
  async run(root) {
    const { exitCode, output, errors } = await runProgram(root, 'oxlint/bin/oxlint', [
      '--deny-warnings',
      '--report-unused-disable-directives',
      '--format=unix',
    ]);
    return { findings: exitCode === 0 ? [] : findingsOfLines('lint', `${output}${errors}`) };
  },
};
