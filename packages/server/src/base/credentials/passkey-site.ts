// The name that passkeys belong to.
// Used where passkeys are made and checked, and where a policy pins it.

/**
 * A passkey belongs to a name, never to a number. On one's own machine that name is localhost,
 * where the same server answers.
 */
export function nameOrigin(origin: string): string {
  return origin.replace(/^http:\/\/(127\.0\.0\.1|\[::1\])(?=:|$)/, 'http://localhost');
}

/** Where passkeys of officers are valid: on the pages of the back office. */
export function readOfficerSite(settings: {
  readonly officeUrl?: string | undefined;
  readonly publicUrl: string;
}): { readonly rpId: string; readonly origin: string } {
  const { hostname, origin } = new URL(nameOrigin(settings.officeUrl ?? settings.publicUrl));
  return { rpId: hostname, origin };
}
