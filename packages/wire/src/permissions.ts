// What operators may do, and which role holds which of it: the one table of the back office's
// rights. Routes name a permission, the edge checks it, the console hides what would be refused.
// Not here: who has a role (the server's operators), nor the rights of people who trade.

/** Everything that an operator can be allowed; `any` is being signed in with a second factor. */
export const permissions = [
  'any',
  'users.read',
  'users.act',
  'users.change',
  'config.read',
  'config.write',
  'listing.read',
  'listing.write',
  'switches.write',
  'trading.halt',
  'trading.resume',
  'money.give',
  'money.read',
  'money.post',
  'approvals.read',
  'approvals.decide',
  'audit.read',
  'operators.read',
  'operators.write',
  'content.read',
  'content.write',
  'desk.read',
  'desk.answer',
  'identity.read',
  'identity.decide',
  'custody.read',
  'custody.halt',
  'money.release',
  'money.approve',
] as const;

/** One permission. */
export type Permission = (typeof permissions)[number];

/** Roles with the least that each needs; only the administrator holds everything. */
export const operatorRoles = {
  viewer: ['any', 'config.read', 'listing.read', 'approvals.read', 'audit.read', 'content.read'],
  support: ['any', 'users.read', 'users.act', 'content.read', 'desk.read', 'desk.answer'],
  content: ['any', 'config.read', 'content.read', 'content.write'],
  risk: [
    'any',
    'users.read',
    'users.act',
    'users.change',
    'config.read',
    'listing.read',
    'listing.write',
    'trading.halt',
    'trading.resume',
    'custody.read',
    'custody.halt',
    'money.approve',
    'approvals.read',
    'approvals.decide',
    'audit.read',
  ],
  finance: [
    'any',
    'users.read',
    'config.read',
    'listing.read',
    'listing.write',
    'money.give',
    'money.read',
    'money.post',
    'custody.read',
    'money.release',
    'approvals.read',
    'approvals.decide',
    'audit.read',
  ],
  compliance: [
    'any',
    'identity.read',
    'identity.decide',
    'custody.read',
    'approvals.read',
    'approvals.decide',
    'audit.read',
  ],
  administrator: permissions,
} as const satisfies Record<string, readonly Permission[]>;

/** Name of a role. */
export type OperatorRole = keyof typeof operatorRoles;

/** Names of the roles there are. */
export const operatorRoleNames = Object.keys(operatorRoles) as [OperatorRole, ...OperatorRole[]];

/** Whether a role holds a permission; an unknown role holds none. */
export function isPermitted(role: string, permission: Permission): boolean {
  if (!Object.hasOwn(operatorRoles, role)) return false;
  const held: readonly Permission[] = operatorRoles[role as OperatorRole];
  return held.includes(permission);
}
