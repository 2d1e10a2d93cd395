// The operator's commands of networks that the server answers: it checks every field of a file and
// says what would change. Listed in module.ts.
import { ask, type Command, defineCommand, readNamed } from '../../../base/operator/index.ts';

const networkList = defineCommand({
  name: 'network list',
  changes: 'nothing',
  help: 'networks with their state, how far custody has read them, and the coins on them',
  run: (_words, settings) => ask(settings, 'network.list', {}),
});

const networkSet = defineCommand({
  name: 'network set',
  changes: 'by server',
  parameters: ['FILE'],
  help:
    'list a network with its coins as a JSON file says, or change terms of what is listed; what ' +
    'is new stays halted until two operators open it',
  options: { 'dry-run': { help: 'say what would change; change nothing' } },
  async run(words, settings) {
    const text = (await readNamed(words.positionals[0])).toString('utf8');
    return ask(settings, 'network.set', { text, isTrial: words.has('dry-run') });
  },
});

/** Commands of networks, in the order of the usage. */
export const networkCommands: readonly Command[] = [networkList, networkSet];
