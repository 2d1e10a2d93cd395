import { EXIT, Refusal } from '@isobath/server/operator';
import { ask } from '../ask.ts';
import { defineCommand } from '../command.ts';
import { passwordOptions, readPassword } from '../secret-words.ts';

/** A verified user, with money in the sandbox. */
export const userCreate = defineCommand({
  name: 'user create',
  changes: 'by server',
  help: 'make a verified user; --fund gives sandbox money',
  options: {
    email: { value: 'EMAIL', isRequired: true, help: 'address to sign in with' },
    ...passwordOptions,
    fund: { value: 'ASSET=AMOUNT', isMany: true, help: 'sandbox only' },
    admin: { value: 'ROLE', help: 'role in the console' },
  },
  async run(words, settings) {
    const password = await readPassword(words, settings);
    if (password === undefined) throw new Refusal(EXIT.usage, '--password-file is missing');
    const adminRole = words.text('admin');
    return ask(settings, 'user.create', {
      email: words.text('email') ?? '',
      password,
      fund: words.texts('fund').map(parseFund),
      ...(adminRole === undefined ? {} : { adminRole }),
    });
  },
});

function parseFund(text: string): { asset: string; amount: string } {
  const match = /^([A-Za-z0-9]+)=(\d+(?:\.\d+)?)$/.exec(text);
  if (match) return { asset: match[1].toUpperCase(), amount: match[2] };
  throw new Refusal(EXIT.usage, `--fund ${text} is not like USDT=1000`);
}
