// Runs one command, and sees to it that what the tool changes by itself stands in the audit chain.
// Called by main.ts.
import {
  askServer,
  type Command,
  type Finding,
  parseWords,
  recordAlone,
  type Settings,
  type Words,
} from '@isobath/server/operator';

/** What was written after the command's name, as it is kept. */
function showWords(command: Command, words: Words): Record<string, unknown> {
  const named = (command.parameters ?? []).map((name, index) => [name, words.positionals[index]]);
  const options = Object.keys(command.options ?? {})
    .filter((name) => words.has(name))
    .map((name) => {
      const texts = words.texts(name);
      return [name, command.options?.[name]?.isMany ? texts : texts[0]];
    });
  return Object.fromEntries([...named, ...options]) as Record<string, unknown>;
}

/** Run a command. @param rest - the words after its name; readSettings: asked only by
 * commands that stand on valid settings. @errors those of the command. */
export async function runCommand(
  command: Command,
  rest: readonly string[],
  readSettings: () => Settings,
): Promise<Finding> {
  const words = parseWords(command, rest);
  if ('runUnread' in command) return command.runUnread(words);
  const settings = readSettings();
  const run = () => command.run(words, settings);
  if (command.changes !== 'by tool') return run();
  let isHeld = true;
  const call = { command: command.name, parameters: showWords(command, words) };
  const answer = await recordAlone(settings.dataFolder, call, async () => {
    const finding = await run();
    isHeld = finding.isHeld;
    return finding.answer;
  });
  // A server that runs takes it into the chain at once, one that does not when it starts.
  await askServer(settings.dataFolder, 'acts.take', {});
  return { answer, isHeld };
}
