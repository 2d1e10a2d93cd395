// What is handed to others who check it without this installation: acts of operators, what people
// are owed, and one person's proof of it. They read the database themselves, so they work whether
// or not the server runs. Listed in commands.ts.
import {
  createReadStream,
  createWriteStream,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import {
  exportLiabilities,
  type LeafLine,
  type LiabilitySummary,
  openAudit,
  provePerson,
} from '@isobath/server/engine';
import {
  defineCommand,
  EXIT,
  exportAudit,
  type Finding,
  makeAuditKey,
  parseCount,
  placeOf,
  readAuditMark,
  readSecrets,
  Refusal,
  runWithDatabase,
  verifyAudit,
} from '@isobath/server/operator';

const PRIVATE = { mode: 0o600 } as const;

/** Lines into a file only the owner reads, as fast as the disk takes them. */
function openLines(file: string) {
  const output = createWriteStream(file, PRIVATE);
  return {
    async write(line: string) {
      if (!output.write(`${line}\n`)) await once(output, 'drain');
    },
    async close() {
      output.end();
      await once(output, 'finish');
    },
  };
}

/** Acts of operators as lines, once their chain is proven. */
export const auditExport = defineCommand({
  name: 'audit export',
  changes: 'nothing',
  parameters: ['FILE'],
  help: 'write every act of operators for an auditor, once the chain is proven',
  run: (words, settings) =>
    runWithDatabase(settings, async (database): Promise<Finding> => {
      const secrets = await readSecrets(settings.dataFolder);
      const key = makeAuditKey(secrets['journal-key']);
      const proof = await verifyAudit(database, key, readAuditMark(settings.dataFolder));
      if (!proof.isSound) return { answer: { ...proof }, isHeld: false };
      const file = placeOf(words.positionals[0]);
      const lines = openLines(file);
      const written = await exportAudit(database, lines.write);
      await lines.close();
      return { answer: { file, ...written }, isHeld: true };
    }),
});

/** What people are owed, as a bundle. */
export const liabilitiesExport = defineCommand({
  name: 'liabilities export',
  changes: 'nothing',
  parameters: ['DIR'],
  help: 'write what people are owed to an empty folder; its summary.json is to publish',
  options: { at: { value: 'SEQUENCE', help: 'as of this sequence' } },
  run: (words, settings) =>
    runWithDatabase(settings, async (database): Promise<Finding> => {
      const at = words.text('at');
      const atSequence = at === undefined ? undefined : parseCount(at, '--at');
      const folder = placeOf(words.positionals[0]);
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      if (readdirSync(folder).length > 0) throw new Refusal(EXIT.folder, `${folder} is not empty.`);
      const secrets = await readSecrets(settings.dataFolder);
      const lines = openLines(join(folder, 'leaves.jsonl'));
      const summary = await exportLiabilities(
        openAudit(database, secrets['journal-key']),
        { atSequence, nowMs: Date.now() },
        (leaf) => lines.write(JSON.stringify(leaf)),
      );
      await lines.close();
      const file = join(folder, 'summary.json');
      writeFileSync(file, `${JSON.stringify(summary, undefined, 2)}\n`, PRIVATE);
      return { answer: { folder, ...summary }, isHeld: true };
    }),
});

async function readLeaves(folder: string): Promise<LeafLine[]> {
  const leaves: LeafLine[] = [];
  const lines = createInterface(createReadStream(join(folder, 'leaves.jsonl')));
  for await (const line of lines) leaves.push(JSON.parse(line) as LeafLine);
  return leaves;
}

/** One person's proof out of a bundle. */
export const liabilitiesProof = defineCommand({
  name: 'liabilities proof',
  changes: 'nothing',
  parameters: ['DIR', 'UID', 'FILE'],
  help: 'write the proof of one person, out of a folder that `liabilities export` made',
  async run(words): Promise<Finding> {
    const [folder, uid, file] = words.positionals;
    const text = readFileSync(join(placeOf(folder), 'summary.json'), 'utf8');
    const summary = JSON.parse(text) as LiabilitySummary;
    const leaves = await readLeaves(placeOf(folder));
    const proof = provePerson(summary, leaves, parseCount(uid, 'UID', 1));
    writeFileSync(placeOf(file), `${JSON.stringify(proof, undefined, 2)}\n`, PRIVATE);
    return { answer: { file: placeOf(file), holdings: proof.holdings.length }, isHeld: true };
  },
});
