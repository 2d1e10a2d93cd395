// What compliance reads of a declaration: each look stands in the audit chain, by number, before
// anything of it is told. Called by the edge.
import { withdrawDeskRoutes } from '@isobath/wire';
import type { AuditLog } from '../../../base/audit/index.ts';
import type { Database } from '../../../base/db/index.ts';
import { type RouteHandler, serve } from '../../../base/product/index.ts';
import type { Vault } from '../../../base/vault/index.ts';
import { operatorOf } from '../of-call.ts';
import { readDeclaration } from './declarations.ts';

/** What looking stands on. */
export interface DeclarationDeskParts {
  readonly database: Database;
  readonly audit: AuditLog;
  readonly vault: Vault;
}

/** The handler of looks at declarations. */
export function createDeclarationDesk(parts: DeclarationDeskParts): RouteHandler[] {
  const { database, audit, vault } = parts;
  return [
    serve(withdrawDeskRoutes.viewDeclaration, async (call) => {
      const { withdrawalId } = call.query;
      const { declaration, declaredAtMs } = await readDeclaration(database, vault, withdrawalId);
      await audit.write(operatorOf(call), {
        action: 'withdrawal_declaration_viewed',
        detail: { withdrawalId },
      });
      return { ...declaration, declaredAt: declaredAtMs };
    }),
  ];
}
