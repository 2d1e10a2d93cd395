// The operator's commands of the people of the back office: made, listed, let go, given a new
// second factor. They only ask. Listed in module.ts.
import { ask, defineCommand, passwordOptions, readPassword } from '../../../base/operator/index.ts';

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

const operatorList = defineCommand({
  name: 'operator list',
  changes: 'nothing',
  help: 'operators of the back office with their roles',
  run: (_words, settings) => ask(settings, 'operator.list', {}),
});

const operatorDisable = defineCommand({
  name: 'operator disable',
  changes: 'by server',
  help: 'let an operator in no more, and end all sessions of theirs',
  options: { email },
  run: (words, settings) => ask(settings, 'operator.disable', { email: words.text('email') ?? '' }),
});

const operatorEnable = defineCommand({
  name: 'operator enable',
  changes: 'by server',
  help: 'let an operator who was let go in again, with the password and second factor they had',
  options: { email },
  run: (words, settings) => ask(settings, 'operator.enable', { email: words.text('email') ?? '' }),
});

const operatorReset = defineCommand({
  name: 'operator reset',
  changes: 'by server',
  help: 'take the second factor of an operator away; they set up a new one at the next sign-in',
  options: { email },
  run: (words, settings) => ask(settings, 'operator.reset', { email: words.text('email') ?? '' }),
});

/** Commands of the office, in the order of the usage. */
export const officeCommands = [
  operatorCreate,
  operatorList,
  operatorDisable,
  operatorEnable,
  operatorReset,
];
