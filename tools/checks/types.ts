// Types, by the native compiler, for the two worlds: node (tsconfig.json) and browser
// (tsconfig.web.json). The router's own types are generated first when the site exists.
// Not the compiler that tidy and the import law use: those need TypeScript 6.
// Used by tools/check.ts and by tools/types.ts, which is `npm run types`.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Finding, findingsOfLines, runProgram, type Step } from './step.ts';

const compiler = 'ts7/bin/tsc';
const configurations = ['tsconfig.json', 'tsconfig.web.json'];

/** What was found is kept beside what is installed: only what changed since is looked at again. */
const memory = 'node_modules/.cache/isobath';

/** They run side by side; with more threads each takes twice the processor time, no less long. */
const threads = '--singleThreaded';

async function checkConfiguration(root: string, configuration: string): Promise<Finding[]> {
  const kept = join(memory, configuration);
  const remembering = ['--incremental', '--tsBuildInfoFile', kept];
  const parameters = [
    '--noEmit',
    '--pretty',
    'false',
    threads,
    '-p',
    configuration,
    ...remembering,
  ];
  const { exitCode, output, errors } = await runProgram(root, compiler, parameters);
  return exitCode === 0 ? [] : findingsOfLines('types', `${output}${errors}`);
}

async function generateRouteTypes(root: string): Promise<Finding[]> {
  const script = '@react-router/dev/bin.cjs';
  const { exitCode, output, errors } = await runProgram(root, script, ['typegen', 'packages/web']);
  return exitCode === 0 ? [] : findingsOfLines('route-types', `${output}${errors}`);
}

/** Both type configurations hold. */
export const types: Step = {
  name: 'types',
  async run(root) {
    const hasSite = existsSync(join(root, 'packages/web/react-router.config.ts'));
    const routeFindings = hasSite ? await generateRouteTypes(root) : [];
    const found = await Promise.all(configurations.map((name) => checkConfiguration(root, name)));
    return { findings: [...routeFindings, ...found.flat()] };
  },
};
