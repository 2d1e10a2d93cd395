// Stands in for node:fs where the engine opens folders and looks for its mark.
// Chosen by hooks.ts.
import { theWorld } from '../world.ts';

let lastFolder = 100;

/** The few flags that are named. */
export const constants = { O_RDONLY: 0, O_DIRECTORY: 0 };

/** Open a folder; its number stands for it in paths. */
export function openSync(path: string): number {
  lastFolder += 1;
  theWorld().folders.set(lastFolder, path);
  return lastFolder;
}

/** Close a folder; paths through it are never looked up afterwards. */
export function closeSync(folder: number): void {
  theWorld().folders.delete(folder);
}

/** A name is taken by the next who listens. */
export function rmSync(): void {}

/** Nobody else lives on this machine. */
export function chmodSync(): void {}

/** Whether a file was written. */
export function existsSync(path: string): boolean {
  return theWorld().files.written.has(path);
}

/** No program looks into a folder here. */
export function readdirSync(): string[] {
  return [];
}

/** What the kernel would say of other processes. */
export function readFileSync(): string {
  return '';
}

/** Nobody is told anything here. */
export function writeFileSync(): void {}
