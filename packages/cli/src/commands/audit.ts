// What an auditor asks: is the journal as it was written, what was the state, who holds what. They
// read the database themselves, so they work whether or not the server runs. Listed in commands.ts.

import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import {
  acceptLossOf,
  type AuditSource,
  dumpJournal,
  hashAt,
  openAudit,
  reportSolvency,
  verifyJournal,
} from '@isobath/server/engine';
import {
  defineCommand,
  type Finding,
  makeAuditKey,
  parseCount,
  placeOf,
  readAuditMark,
  readSecrets,
  runWithDatabase,
  type Settings,
  verifyAudit,
  verifyParts,
  type Words,
} from '@isobath/server/operator';

async function audit<TResult>(
  settings: Settings,
  work: (source: AuditSource) => Promise<TResult>,
): Promise<TResult> {
  return runWithDatabase(settings, async (database) => {
    const secrets = await readSecrets(settings.dataFolder);
    return work(openAudit(database, secrets['journal-key']));
  });
}

function readSequence(words: Words, option: string): number | undefined {
  const text = words.text(option);
  return text === undefined ? undefined : parseCount(text, `--${option}`);
}

/** Prove the journal. */
export const verify = defineCommand({
  name: 'verify',
  changes: 'nothing',
  help: 'prove journal chain, replay, state hash and zero difference per asset; code 1 if damaged',
  options: { archive: { value: 'DIR', help: 'prove the files of archived parts as well' } },
  async run(words, settings): Promise<Finding> {
    const folder = words.text('archive');
    const report =
      folder === undefined
        ? await audit(settings, (source) => verifyJournal(source))
        : await verifyParts(settings, placeOf(folder));
    return { answer: { ...report }, isHeld: report.isSound };
  },
});

/** The state hash as of a sequence. */
export const hash = defineCommand({
  name: 'hash',
  changes: 'nothing',
  help: 'hash of the logical state, now or as of a sequence',
  options: { at: { value: 'SEQUENCE', help: 'as of this sequence' } },
  async run(words, settings): Promise<Finding> {
    const answer = await audit(settings, (source) => hashAt(source, readSequence(words, 'at')));
    return { answer, isHeld: true };
  },
});

/** Who holds what, and whether it adds up. */
export const solvency = defineCommand({
  name: 'solvency',
  changes: 'nothing',
  help: 'per asset what users and the house hold, and the difference, which must be 0',
  options: { at: { value: 'SEQUENCE', help: 'as of this sequence' } },
  async run(words, settings): Promise<Finding> {
    const at = readSequence(words, 'at');
    const report = await audit(settings, (source) => reportSolvency(source, at));
    return { answer: { ...report }, isHeld: report.isSound };
  },
});

/** The journal as lines of JSON. */
export const dump = defineCommand({
  name: 'dump',
  changes: 'nothing',
  parameters: ['FILE'],
  help: 'write every command with its events to a file, one line of JSON each; - is the screen',
  options: {
    from: { value: 'SEQUENCE', help: 'first sequence, default 1' },
    to: { value: 'SEQUENCE', help: 'last sequence, default the end' },
  },
  async run(words, settings): Promise<Finding> {
    const [name] = words.positionals;
    const isScreen = name === '-';
    const file = placeOf(name);
    const fromSequence = readSequence(words, 'from') ?? 1;
    const toSequence = readSequence(words, 'to') ?? Number.MAX_SAFE_INTEGER;
    const lines = await audit(settings, async (source) => {
      // Made once there is a journal: a dump that is refused leaves no file.
      const output = isScreen ? process.stdout : createWriteStream(file, { mode: 0o600 });
      const written = await dumpJournal(source, { fromSequence, toSequence }, async (line) => {
        if (!output.write(`${line}\n`)) await once(output, 'drain');
      });
      if (output !== process.stdout) {
        output.end();
        await once(output, 'finish');
      }
      return written;
    });
    return { answer: { ...(isScreen ? {} : { file }), lines }, isHeld: true };
  },
});

/** Let a shortened journal start. */
export const acceptLoss = defineCommand({
  name: 'accept-loss',
  changes: 'by tool',
  parameters: ['SEQUENCE'],
  help: 'accept that a journal that was cut short ends at this sequence; the rest is lost',
  async run(words, settings): Promise<Finding> {
    const sequence = parseCount(words.positionals[0], 'SEQUENCE');
    const { dataFolder } = settings;
    const secrets = await readSecrets(dataFolder);
    const journalKey = secrets['journal-key'];
    const accepted = await runWithDatabase(settings, (database) =>
      acceptLossOf({ database, journalKey, dataFolder, sequence }),
    );
    return { answer: { ...accepted }, isHeld: true };
  },
});

/** Prove the chain of acts. */
export const auditVerify = defineCommand({
  name: 'audit verify',
  changes: 'nothing',
  help: 'prove the chain of what operators did; code 1 if an act is missing or was changed',
  run: (_words, settings) =>
    runWithDatabase(settings, async (database): Promise<Finding> => {
      const secrets = await readSecrets(settings.dataFolder);
      const key = makeAuditKey(secrets['journal-key']);
      const proof = await verifyAudit(database, key, readAuditMark(settings.dataFolder));
      return { answer: { ...proof }, isHeld: proof.isSound };
    }),
});
