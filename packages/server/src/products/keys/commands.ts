// The operator's command of API keys. It only asks. Listed in module.ts.
import { ask, defineCommand } from '../../base/operator/index.ts';

const keysCreate = defineCommand({
  name: 'keys create',
  changes: 'by server',
  help: 'make an API key for a user; prints key and secret once',
  options: {
    user: { value: 'EMAIL', isRequired: true, help: 'whose key it is' },
    permissions: {
      value: 'LIST',
      isRequired: true,
      help: 'of read, spot, margin, contract, transfer, withdraw, by commas',
    },
    ip: { value: 'CIDR', isMany: true, help: 'only from there; without one it ends in 90 days' },
    label: { value: 'TEXT', help: 'name of the key' },
    'public-key': { value: 'PEM', help: 'public half of an Ed25519 pair, instead of a secret' },
  },
  run(words, settings) {
    const label = words.text('label');
    const publicKey = words.text('public-key');
    return ask(settings, 'keys.create', {
      user: words.text('user') ?? '',
      permissions: (words.text('permissions') ?? '').split(',').filter((one) => one !== ''),
      ipList: words.texts('ip'),
      ...(label === undefined ? {} : { label }),
      ...(publicKey === undefined ? {} : { publicKey }),
    });
  },
});

/** Commands of keys. */
export const keyCommands = [keysCreate];
