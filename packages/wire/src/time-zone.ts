// The name of a time zone on the wire. Not what is done with it (the server's files of rows).
import { z } from './z.ts';

function isZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

/** A time zone as the IANA names it, such as Europe/Berlin; UTC when none is said. */
export const timeZoneName = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/, 'time zone')
  .refine(isZone, 'time zone')
  .default('UTC');
