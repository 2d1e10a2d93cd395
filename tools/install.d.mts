/** Types of install.mjs, which must run without any tool. */
export function findMachineFault(machine: {
  version: string;
  platform: string;
  arch: string;
}): { exitCode: number; line: string } | undefined;
/** What is installed in a folder. */
export function findInstalled(folder: string): 'all' | 'production' | undefined;
