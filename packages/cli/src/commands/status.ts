import { askServer, defineCommand, findHolder } from '@isobath/server/operator';

/** State of the server, also when it does not run. */
export const status = defineCommand({
  name: 'status',
  changes: 'nothing',
  help: 'what runs: mode, sequences, processes; code 1 when nothing runs',
  async run(_words, settings) {
    const answer = await askServer(settings.dataFolder, 'server.status', {});
    if (answer !== undefined) return { answer: { isRunning: true, ...answer }, isHeld: true };
    const holder = findHolder(settings.dataFolder);
    return {
      answer: {
        isRunning: false,
        dataFolder: settings.dataFolder,
        ...(holder ? { startingOrStopping: holder.pid } : {}),
      },
      isHeld: false,
    };
  },
});
