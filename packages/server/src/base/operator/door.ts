import type { AuditLog } from '../audit/index.ts';
import { createActTaker } from './alone.ts';
import type { OperatorHandlers } from './names.ts';
import { serveOperator } from './server.ts';

/**
 * Take what the tool did while no server ran into the audit chain, then answer it.
 *
 * @returns as `serveOperator`.
 */
export async function openToolDoor(
  dataFolder: string,
  audit: AuditLog,
  handlers: OperatorHandlers,
): Promise<() => Promise<void>> {
  const take = createActTaker(audit, dataFolder);
  await take();
  const answers = { ...handlers, 'acts.take': async () => ({ taken: await take() }) };
  return serveOperator(dataFolder, answers, audit);
}
