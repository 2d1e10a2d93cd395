import { EXIT, Refusal } from '@isobath/server/operator';
import { ask } from '../ask.ts';
import { defineCommand } from '../command.ts';

/** How a check of identity stands. */
export const userIdentity = defineCommand({
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

/** Level and kind of VIP. */
export const userVip = defineCommand({
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

/** Whose orders count as the same person's. */
export const userGroup = defineCommand({
  name: 'user group',
  changes: 'by server',
  help: 'people of one group do not trade with each other, as if they were one',
  options: {
    user: { value: 'EMAIL', isRequired: true, help: 'whose' },
    group: { value: 'NUMBER', isRequired: true, help: 'any number; 0 takes him out' },
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
