// A program that a bench starts and asks line by line. Not here: which programs there are.
import { type ChildProcess, spawn } from 'node:child_process';
import process from 'node:process';

/** A running program. */
export interface Program {
  readonly child: ChildProcess;
  /** What it said first. */
  readonly first: string;
  /** Wait for enough of all it has said. @throws when it ends before. */
  wait(isEnough: (text: string) => boolean): Promise<string>;
  /** Send a line and wait for the next one it says. */
  ask(line: string): Promise<string>;
}

/** Start a program and wait for its first line. */
export async function startProgram(
  file: string,
  words: readonly string[],
  settings: Readonly<Record<string, string>> = {},
): Promise<Program> {
  const child: ChildProcess = spawn(process.execPath, [file, ...words], {
    env: { ...process.env, ...settings },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let said = '';
  const wait = (isEnough: (text: string) => boolean) =>
    new Promise<string>((resolve, reject) => {
      const look = () => isEnough(said) && resolve(said);
      child.stdout?.on('data', (chunk: Buffer) => {
        said += chunk.toString();
        look();
      });
      child.once('exit', () => (isEnough(said) ? look() : reject(new Error(`${file}: ${said}`))));
      look();
    });
  const countLines = (text: string) => text.split('\n').length - 1;
  const first = (await wait((text) => text.includes('\n'))).split('\n')[0];
  return {
    child,
    first,
    wait,
    async ask(line) {
      const before = countLines(said);
      child.stdin?.write(`${line}\n`);
      const text = await wait((all) => countLines(all) > before);
      return text.split('\n')[before];
    },
  };
}
