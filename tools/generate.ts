import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { generators } from './generators.ts';

const root = process.cwd();
for (const generator of generators) {
  const files = await generator.generate(root);
  for (const left of generator.list(root)) if (!files.has(left)) rmSync(join(root, left));
  for (const [file, content] of files) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), content);
  }
  console.log(`${generator.name}: ${files.size} files`);
}
