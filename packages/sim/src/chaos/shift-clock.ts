// Shifts the wall clock of a program that loads this first: by what a file says, read anew at every
// SIGUSR2. Loaded into the engine's process by house-cases.ts.
import { readFileSync } from 'node:fs';

const realNow = Date.now.bind(Date);
let offsetMs = 0;
Date.now = () => realNow() + offsetMs;
process.on('SIGUSR2', () => {
  offsetMs = Number(readFileSync(process.env['CHAOS_CLOCK_FILE'] ?? '', 'utf8'));
});
