import { ask } from '../ask.ts';
import { defineCommand } from '../command.ts';
import { readNamed } from '../place.ts';

/** The picture of a coin. */
export const coinPicture = defineCommand({
  name: 'coin picture',
  changes: 'by server',
  parameters: ['COIN'],
  help: 'set the picture of a coin; without --file it is taken away and pages draw its letter',
  options: { file: { value: 'FILE', help: 'PNG, JPEG or WebP, 32 to 512 pixels a side, 64 KiB' } },
  async run(words, settings) {
    const file = words.text('file');
    const picture =
      file === undefined ? {} : { picture: (await readNamed(file)).toString('base64') };
    return ask(settings, 'coin.picture', { coin: words.positionals[0], ...picture });
  },
});
