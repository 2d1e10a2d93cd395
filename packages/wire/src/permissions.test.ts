import { expect, test } from 'vitest';
import { isPermitted, operatorRoleNames, operatorRoles, permissions } from './index.ts';

test('only the administrator holds every permission', () => {
  const whole = operatorRoleNames.filter((role) =>
    permissions.every((permission) => isPermitted(role, permission)),
  );
  expect(whole).toEqual(['administrator']);
});

test('nobody but the administrator both gives money and writes content or roles', () => {
  for (const role of operatorRoleNames) {
    if (role === 'administrator' || !isPermitted(role, 'money.give')) continue;
    expect(isPermitted(role, 'content.write')).toBe(false);
    expect(isPermitted(role, 'operators.write')).toBe(false);
    expect(isPermitted(role, 'desk.answer')).toBe(false);
  }
});

test('a viewer reads no person and changes nothing', () => {
  for (const permission of operatorRoles.viewer) {
    expect(permission).toMatch(/^any$|\.read$/);
    // Talks of the desk hold addresses and words of people.
    expect(['users.read', 'desk.read', 'identity.read']).not.toContain(permission);
  }
});

test('an unknown role holds nothing, not even by a name that every object has', () => {
  expect(isPermitted('nobody', 'any')).toBe(false);
  expect(isPermitted('toString', 'any')).toBe(false);
});
