// Bends what a program that loads this first sees of its machine: the wall clock is shifted by what
// a file says, read anew at every SIGUSR2; and where no small volume can be had, free room is what
// another file says. Loaded into the engine's process by fixture-cases.ts.
import { existsSync, readFileSync } from 'node:fs';
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

const realNow = Date.now.bind(Date);
let offsetMs = 0;
Date.now = () => realNow() + offsetMs;
process.on('SIGUSR2', () => {
  offsetMs = Number(readFileSync(process.env['CHAOS_CLOCK_FILE'] ?? '', 'utf8'));
});

const roomFile = process.env['CHAOS_ROOM_FILE'] ?? '';
const realStatfs = promises.statfs;
const bentStatfs = async (path: string) => {
  const seen = await realStatfs(path);
  if (!existsSync(roomFile)) return seen;
  return { ...seen, bavail: Number(readFileSync(roomFile, 'utf8')), bsize: 1 };
};
promises.statfs = bentStatfs as typeof promises.statfs;
syncBuiltinESMExports();
