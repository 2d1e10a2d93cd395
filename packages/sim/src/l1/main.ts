// Level L1 as a program of its own: the outside is replaced before anything of the engine is loaded.
// Started by ../run.ts.
import { readFileSync } from 'node:fs';
import { replaceOutside } from './hooks.ts';

replaceOutside();
const realNow = performance.now.bind(performance);
const { replaceTime } = await import('./world/globals.ts');
const { drawL1Plan } = await import('./plan.ts');
const { runL1Plan } = await import('./run-seed.ts');
replaceTime();
const [seedText, countText] = process.argv.slice(2);
void readFileSync;
let commands = 0;
const t0 = realNow();
const counts = new Map<string, number>();
let events = 0;
for (let s = Number(seedText); commands < Number(countText); s += 1) {
  const r = await runL1Plan(drawL1Plan(s, 1200));
  commands += r.commandsCount;
  events += r.eventsCount;
  for (const [k, v] of r.counts) counts.set(k, (counts.get(k) ?? 0) + v);
  if (r.violation) { console.log(s, r.violation, r.commandsCount); if (process.argv[4]) break; }
}
console.log(commands, commands / ((realNow() - t0) / 1000), events, [...counts].sort());
