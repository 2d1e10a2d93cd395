// A chain's node as a child that cannot outlive this process: a shell waits beside it and ends it
// when its own input closes, which the kernel does however we end. It knows no chain.
// Called by anvil.ts and bcoin.ts.

import { type ChildProcess, spawn } from 'node:child_process';

/** What to start. */
export interface NodeProgram {
  readonly file: string;
  readonly parameters: readonly string[];
  /** Its whole environment. */
  readonly environment: Readonly<Record<string, string>>;
  readonly folder: string;
  /** Finds the port in what it prints; the first group is the number. */
  readonly port: RegExp;
}

/** A node that runs. */
export interface NodeProcess {
  readonly pid: number;
  readonly port: number;
  /** Resolves when it has ended, whoever ended it. */
  readonly ended: Promise<void>;
  /** End it at once: what must stay has been saved. */
  stop(): Promise<void>;
}

// The program gets no input; `read` waits for ours to close. Whichever of program and shell ends
// first, the other does too.
const SHELL = `
exec 3<&0
"$@" </dev/null 3<&- &
child=$!
echo "pid $child"
{ read -r line <&3; kill -9 "$child"; } >/dev/null 2>&1 &
watch=$!
wait "$child"
code=$?
kill "$watch" 2>/dev/null
exit "$code"
`;

const KEPT_OUTPUT = 4_000;

/**
 * Start a node and wait until it says its port.
 * @errors with the end of what it printed when it ends before.
 */
export async function startNode(program: NodeProgram): Promise<NodeProcess> {
  const child = spawn('/bin/sh', ['-c', SHELL, 'sh', program.file, ...program.parameters], {
    cwd: program.folder,
    env: program.environment,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  // The pipe breaks when the node ends first.
  child.stdin.on('error', () => {});
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  const { pid, port } = await readBeginning(child, { program, ended });
  return {
    pid,
    port,
    ended,
    stop: async () => {
      child.stdin.destroy();
      await ended;
    },
  };
}

interface Beginning {
  readonly program: NodeProgram;
  readonly ended: Promise<void>;
}

async function readBeginning(
  child: ChildProcess,
  { program, ended }: Beginning,
): Promise<{ readonly pid: number; readonly port: number }> {
  let output = '';
  let pid = 0;
  const found = new Promise<number>((resolve) => {
    const read = (part: Buffer) => {
      output = (output + part.toString()).slice(-KEPT_OUTPUT);
      pid ||= Number(/^pid (\d+)$/m.exec(output)?.[1] ?? 0);
      const port = program.port.exec(output)?.[1];
      if (port !== undefined && pid > 0) resolve(Number(port));
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
  });
  const gone = ended.then(() => {
    throw new Error(`${program.file} ended at its start: ${output.trim()}`);
  });
  gone.catch(() => {});
  const port = await Promise.race([found, gone]);
  return { pid, port };
}
