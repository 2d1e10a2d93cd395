import {
  askServer,
  EXIT,
  Refusal,
  type OperatorName,
  type OperatorRequests,
  type Settings,
} from '@isobath/server/operator';
import type { Finding } from './command.ts';

/**
 * Ask the running server and show its answer.
 * @errors Refusal 69 when no server runs for this data folder; the server's own refusals.
 */
export async function ask<TName extends OperatorName>(
  settings: Settings,
  name: TName,
  parameters: OperatorRequests[TName],
): Promise<Finding> {
  const answer = await askServer(settings.dataFolder, name, parameters);
  if (answer !== undefined) return { answer, isHeld: answer.isHeld !== false };
  throw new Refusal(
    EXIT.database,
    `No server runs on ${settings.dataFolder}: start it with npm start, or set DATA_DIR.`,
  );
}
