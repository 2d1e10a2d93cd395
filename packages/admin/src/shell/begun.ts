import type { officeSignInRoutes, RouteAnswer } from '@isobath/wire';

/** A sign-in that was begun with the password. */
export type Begun = RouteAnswer<typeof officeSignInRoutes.login>;
