// The people of the back office: made, listed, let go, given a new second factor; and the proof of
// what they did. Listed in commands.ts.
import {
  makeAuditKey,
  readAuditMark,
  readSecrets,
  runWithDatabase,
  verifyAudit,
} from '@isobath/server/operator';
import { ask } from '../ask.ts';
import { defineCommand, type Finding } from '../command.ts';
import { passwordOptions, readPassword } from '../secret-words.ts';

const email = { value: 'EMAIL', isRequired: true, help: 'address to sign in with' } as const;

/** Make somebody of the back office. */
export const operatorCreate = defineCommand({
  name: 'operator create',
  changes: 'by server',
  help: 'make an operator of the back office; without a password one is made and shown once',
  options: {
    email,
    role: { value: 'ROLE', isRequired: true, help: 'what the operator may do' },
    ...passwordOptions,
  },
  async run(words, settings) {
    const password = await readPassword(words, settings);
    return ask(settings, 'operator.create', {
      email: words.text('email') ?? '',
      role: words.text('role') ?? '',
      ...(password === undefined ? {} : { password }),
    });
  },
});

/** Who there is. */
export const operatorList = defineCommand({
  name: 'operator list',
  changes: 'nothing',
  help: 'operators of the back office with their roles',
  run: (_words, settings) => ask(settings, 'operator.list', {}),
});

/** Let one go. */
export const operatorDisable = defineCommand({
  name: 'operator disable',
  changes: 'by server',
  help: 'let an operator in no more, and end all sessions of his',
  options: { email },
  run: (words, settings) => ask(settings, 'operator.disable', { email: words.text('email') ?? '' }),
});

/** Let one in again. */
export const operatorEnable = defineCommand({
  name: 'operator enable',
  changes: 'by server',
  help: 'let an operator who was let go in again, with the password and second factor he had',
  options: { email },
  run: (words, settings) => ask(settings, 'operator.enable', { email: words.text('email') ?? '' }),
});

/** Begin anew with the second factor. */
export const operatorReset = defineCommand({
  name: 'operator reset',
  changes: 'by server',
  help: 'take the second factor of an operator away; he sets up a new one at the next sign-in',
  options: { email },
  run: (words, settings) => ask(settings, 'operator.reset', { email: words.text('email') ?? '' }),
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
