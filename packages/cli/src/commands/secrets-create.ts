import { createSecrets, defineCommand } from '@isobath/server/operator';

/** Make the secrets of a new installation; none is ever replaced. */
export const secretsCreate = defineCommand({
  name: 'secrets create',
  changes: 'by tool',
  help: 'make the secrets of a new installation; none is ever replaced',
  async run(_words, settings) {
    const made = await createSecrets(settings.dataFolder);
    return { answer: { made, folder: `${settings.dataFolder}/secrets` }, isHeld: true };
  },
});
