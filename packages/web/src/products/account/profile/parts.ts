// The parts of the page of settings, in their order. Used by the page and by the list beside it.

/** Names of the parts, which are their places in the address too. */
export const parts = ['profile', 'security', 'devices', 'preferences', 'notifications'] as const;

/** One of them. */
export type Part = (typeof parts)[number];

/** What each is called. */
export const PART_WORDS = {
  profile: 'settings.profile',
  security: 'settings.title',
  devices: 'settings.devicesPart',
  preferences: 'settings.preferences',
  notifications: 'settings.notifications',
} as const;
