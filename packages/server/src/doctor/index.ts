/** The doctor's door: one look at everything that somebody who helps would ask for. */
export { diagnose } from './doctor.ts';
