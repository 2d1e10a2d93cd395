import { readFile } from 'node:fs/promises';
import { EXIT, Refusal } from '@isobath/server/operator';
import { ask } from '../ask.ts';
import { defineCommand } from '../command.ts';

async function readBase64(file: string): Promise<string> {
  try {
    return (await readFile(file)).toString('base64');
  } catch (error) {
    throw new Refusal(EXIT.usage, `${file} cannot be read.`, error);
  }
}

/** The picture of a coin. */
export const coinPicture = defineCommand({
  name: 'coin picture',
  changes: 'by server',
  parameters: ['COIN'],
  help: 'set the picture of a coin; without --file it is taken away and pages draw its letter',
  options: { file: { value: 'FILE', help: 'PNG, JPEG or WebP, 32 to 512 pixels a side, 64 KiB' } },
  async run(words, settings) {
    const file = words.text('file');
    const picture = file === undefined ? {} : { picture: await readBase64(file) };
    return ask(settings, 'coin.picture', { coin: words.positionals[0], ...picture });
  },
});
