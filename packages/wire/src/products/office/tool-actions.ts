// What the operator's tool says of its caller and of what it did by itself. Read by the server's
// side of its socket.
import { z } from 'zod';
import { auditActions, auditTargets } from './audit-actions.ts';

const name = z.string().max(64);

/** Who runs the tool. */
export const toolCaller = z.object({
  systemUser: name,
  systemUid: z.int().min(-1),
  /** Who became this user by sudo, "" = nobody did. */
  sudoUser: name,
  toolVersion: name,
});
export type ToolCaller = z.infer<typeof toolCaller>;

/** An act that waits to be taken into the audit chain. */
export const waitingAction = z.object({
  action: z.enum(auditActions),
  target: z.object({ kind: z.enum(auditTargets), id: z.int() }).optional(),
  detail: z.record(z.string(), z.unknown()),
});
