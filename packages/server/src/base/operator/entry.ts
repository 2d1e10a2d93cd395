import type { AuditLog } from '../audit/index.ts';
import { createActionTaker } from './alone.ts';
import type { OperatorHandlers } from './names.ts';
import { serveOperator } from './server.ts';

/** What the entry stands on. */
export interface ToolEntryParts {
  readonly handlers: OperatorHandlers;
  /** Hears once that the chain takes nothing. */
  readonly report: (error: unknown) => void;
}

const TAKE_AGAIN_MS = 1_000;

/**
 * Take what the tool did while no server ran into the audit chain, then answer it. Where there is
 * no room for that, as on a full disk, reading goes on without it and it is tried again until it is
 * done.
 *
 * @returns as `serveOperator`.
 */
export async function openToolEntry(
  dataFolder: string,
  audit: AuditLog,
  { handlers, report }: ToolEntryParts,
): Promise<() => Promise<void>> {
  const take = createActionTaker(audit, dataFolder);
  let retry: NodeJS.Timeout | undefined;
  const tryAgain = () => {
    retry = setTimeout(() => void take().catch(tryAgain), TAKE_AGAIN_MS);
    retry.unref();
  };
  await take().catch((error: unknown) => {
    report(error);
    tryAgain();
  });
  const answers = { ...handlers, 'acts.take': async () => ({ taken: await take() }) };
  const end = await serveOperator(dataFolder, answers, audit);
  return () => {
    clearTimeout(retry);
    return end();
  };
}
