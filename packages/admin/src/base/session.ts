import type { OperatorAnswer, Permission } from '@isobath/wire';
import { createContext, use } from 'react';

/** Who is signed in; the shell shows pages only when somebody is. */
export const OperatorContext = createContext<OperatorAnswer | null>(null);

/**
 * Who is signed in.
 *
 * @throws outside the console's pages.
 */
export function useOperator(): OperatorAnswer {
  const operator = use(OperatorContext);
  if (operator === null) throw new Error('Nobody is signed in.');
  return operator;
}

/** Whether the operator holds a permission: buttons that would be refused are not shown. */
export function usePermission(permission: Permission): boolean {
  return useOperator().permissions.includes(permission);
}
