import { types } from './checks/types.ts';

const { findings } = await types.run(process.cwd());
for (const finding of findings) console.log(finding.message);
process.exitCode = findings.length === 0 ? 0 : 1;
