import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { provedDocs } from './make-proved-docs.ts';
import { prove } from './prove/command.ts';
import { parts } from './prove/parts.ts';

const root = join(import.meta.dirname, '..');

/** The tables of promises say what was proved. */
async function refresh(): Promise<void> {
  for (const [file, text] of await provedDocs.generate(root)) writeFileSync(join(root, file), text);
}

process.exitCode = await prove(process.argv.slice(2), { root, parts, refresh });
