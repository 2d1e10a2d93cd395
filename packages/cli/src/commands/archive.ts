// Parts of the journal that leave the database: written and proven while the server runs, dropped
// while it rests. Listed in commands.ts.
import {
  defineCommand,
  dropParts,
  parseCount,
  placeOf,
  rebuildFromParts,
  writeParts,
} from '@isobath/server/operator';

/** Write sealed parts and prove them. */
export const archiveWrite = defineCommand({
  name: 'archive write',
  changes: 'by tool',
  parameters: ['DIR'],
  help: 'write sealed parts of journal and event log to a folder and prove them; drops nothing',
  async run(words, settings) {
    const folder = placeOf(words.positionals[0]);
    const report = await writeParts(settings, folder);
    return { answer: { folder, ...report }, isHeld: true };
  },
});

/** Drop written parts. */
export const archiveDrop = defineCommand({
  name: 'archive drop',
  changes: 'by tool',
  parameters: ['DIR', 'SEQUENCE'],
  help: 'drop written parts up to the end of one of them from the database of a stopped server',
  async run(words, settings) {
    const folder = placeOf(words.positionals[0]);
    const sequence = parseCount(words.positionals[1], 'SEQUENCE', 1);
    const dropped = await dropParts(settings, folder, sequence);
    return { answer: { folder, dropped }, isHeld: true };
  },
});

/** Make projections again where parts were dropped. */
export const archiveRebuild = defineCommand({
  name: 'archive rebuild',
  changes: 'by tool',
  parameters: ['DIR'],
  help: 'make projections of a stopped server again, beginning with the files of dropped parts',
  options: { name: { value: 'NAME', help: 'only this one' } },
  async run(words, settings) {
    const folder = placeOf(words.positionals[0]);
    const rebuilt = await rebuildFromParts(settings, folder, words.text('name'));
    return { answer: { folder, ...rebuilt }, isHeld: true };
  },
});
