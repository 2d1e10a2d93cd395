// The operator's commands of people: made, said what they count as; and mails that were written.
// They only ask. Listed in module.ts.
import {
  ask,
  defineCommand,
  parseCount,
  passwordOptions,
  readPassword,
} from '../../../base/operator/index.ts';
import { EXIT, Refusal } from '../../../base/process/exit.ts';

const userCreate = defineCommand({
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

const userIdentity = defineCommand({
  name: 'user identity',
  changes: 'by server',
  help: 'say how a check of identity stands; it shows at once',
  options: {
    user: { value: 'EMAIL', isRequired: true, help: 'whose' },
    type: { value: 'TYPE', help: 'standard, advanced or company' },
    status: {
      value: 'STATUS',
      isRequired: true,
      help: 'waiting, passed, failed; none takes all away',
    },
  },
  run: (words, settings) =>
    ask(settings, 'user.identity', {
      user: words.text('user') ?? '',
      type: words.text('type') ?? 'standard',
      status: words.text('status') ?? '',
    }),
});

const userVip = defineCommand({
  name: 'user vip',
  changes: 'by server',
  help: 'set the level of fees, and whether it is a special one',
  options: {
    user: { value: 'EMAIL', isRequired: true, help: 'whose' },
    level: { value: 'LEVEL', help: '0 to 15, whatever is traded; orders already open keep theirs' },
    'by-volume': { help: 'what is traded decides again, from the next night on' },
    type: { value: 'KIND', help: '1 usual, 2 special' },
  },
  run(words, settings) {
    const level = readNumber(words.text('level'));
    const type = readNumber(words.text('type'));
    return ask(settings, 'user.vip', {
      user: words.text('user') ?? '',
      ...(level === undefined ? {} : { level }),
      ...(type === undefined ? {} : { type }),
      ...(words.has('by-volume') ? { byVolume: true } : {}),
    });
  },
});

const userGroup = defineCommand({
  name: 'user group',
  changes: 'by server',
  help: 'people of one group do not trade with each other, as if they were one',
  options: {
    user: { value: 'EMAIL', isRequired: true, help: 'whose' },
    group: { value: 'NUMBER', isRequired: true, help: 'any number; 0 takes them out' },
  },
  run: (words, settings) =>
    ask(settings, 'user.group', {
      user: words.text('user') ?? '',
      group: readNumber(words.text('group')) ?? 0,
    }),
});

function readNumber(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,10}$/.test(text)) throw new Refusal(EXIT.usage, `${text} is no whole number.`);
  return Number(text);
}

const mailList = defineCommand({
  name: 'mail list',
  changes: 'nothing',
  help: 'mails of the outbox, newest first',
  options: {
    to: { value: 'EMAIL', help: 'only to this address' },
    limit: { value: 'N', help: 'at most so many, default 20' },
  },
  run(words, settings) {
    const to = words.text('to');
    const limit = parseCount(words.text('limit') ?? '20', '--limit', 1);
    return ask(settings, 'mail.list', { limit, ...(to === undefined ? {} : { to }) });
  },
});

/** Commands of the account product, in the order of the usage. */
export const accountCommands = [userCreate, userIdentity, userVip, userGroup, mailList];
