// What the desk asks others about a person: lists of sanctions and exposed people, and whether a
// document is genuine. A provider fills the ports; without one the answer is `unknown` and a
// reviewer decides with own eyes. The sandbox's provider is here: names and numbers that begin with
// certain words are found, all others pass.
import type { StandardForm } from '@isobath/wire';

/** What a provider found. */
export type PortResult = 'passed' | 'failed' | 'unknown';

/** Providers of checks. */
export interface CheckPorts {
  /** Whether somebody stands on a list. */
  readonly screenPerson: (
    person: Pick<StandardForm, 'firstName' | 'lastName' | 'birthDate' | 'country'>,
  ) => Promise<PortResult>;
  /** Whether a document is one. */
  readonly checkDocument: (
    document: Pick<StandardForm, 'country' | 'documentType' | 'documentNumber'>,
  ) => Promise<PortResult>;
}

/** Nobody is asked. */
const noPorts: CheckPorts = {
  screenPerson: async () => 'unknown',
  checkDocument: async () => 'unknown',
};

/** The sandbox's: `Listed` as a last name is on a list, numbers from FORGED are no documents. */
const sandboxPorts: CheckPorts = {
  screenPerson: async ({ lastName }) => (/^listed\b/i.test(lastName) ? 'failed' : 'passed'),
  checkDocument: async ({ documentNumber }) =>
    documentNumber.toUpperCase().startsWith('FORGED') ? 'failed' : 'passed',
};

/** The providers of an installation. */
export function choosePorts(mode: 'sandbox' | 'production'): CheckPorts {
  return mode === 'sandbox' ? sandboxPorts : noPorts;
}
