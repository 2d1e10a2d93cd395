import { ask } from '../ask.ts';
import { defineCommand, parseCount } from '../command.ts';

/** Mails of the sandbox's outbox. */
export const mailList = defineCommand({
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
