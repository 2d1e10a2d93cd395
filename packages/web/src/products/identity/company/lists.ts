// Lists of people as a draft keeps them: words only, several people in one word, shares in percent
// as they are typed. Pure: from words to what the calls take, and back. Called by the steps beside.
import type { CompanyDirector, CompanyOwner, CompanyTrader } from '@isobath/wire';

/** Words of one person; share: of an owner, in percent. */
export type PersonWords = Readonly<Record<string, string>>;

const PPM_OF_PERCENT = 10_000;
const DECIMALS = 4;

/** Millionths of a share in percent; 0 for what is none. */
export function readSharePpm(percent: string): number {
  const match = /^(\d{1,3})(?:\.(\d{1,4}))?$/.exec(percent);
  if (match === null) return 0;
  const [, whole = '', rest = ''] = match;
  return Number(whole) * PPM_OF_PERCENT + Number(rest.padEnd(DECIMALS, '0'));
}

/** A share in percent, without empty decimals. */
export function writeShare(ppm: number): string {
  const whole = Math.floor(ppm / PPM_OF_PERCENT);
  const rest = String(ppm % PPM_OF_PERCENT).padStart(DECIMALS, '0');
  return `${whole}.${rest}`.replace(/\.?0+$/, '');
}

/** People of a word; none where it is empty or was altered. */
export function readPeople(word: string): readonly PersonWords[] {
  try {
    const list: unknown = JSON.parse(word || '[]');
    return Array.isArray(list) ? (list as PersonWords[]) : [];
  } catch {
    return [];
  }
}

/** People as one word. */
export const writePeople = (people: readonly PersonWords[]): string => JSON.stringify(people);

/** A person as the calls take them; the form has judged the words. */
export function toDirector(words: PersonWords): CompanyDirector {
  const of = (name: string) => (words[name] ?? '').trim();
  return {
    firstName: of('firstName'),
    lastName: of('lastName'),
    birthDate: of('birthDate'),
    country: of('country'),
    documentType: of('documentType') as CompanyDirector['documentType'],
    documentNumber: of('documentNumber'),
  };
}

/** An owner as the calls take them. */
export const toOwner = (words: PersonWords): CompanyOwner => ({
  ...toDirector(words),
  sharePpm: readSharePpm(words['share'] ?? ''),
});

/** A person whom the exchange has. */
export function fromPerson(person: CompanyDirector | CompanyOwner): PersonWords {
  const { firstName, lastName, birthDate, country, documentType, documentNumber } = person;
  const words = { firstName, lastName, birthDate, country, documentType, documentNumber };
  return 'sharePpm' in person ? { ...words, share: writeShare(person.sharePpm) } : words;
}

/** Account numbers of a word. */
export const readTraders = (word: string): readonly CompanyTrader[] =>
  word
    .split(' ')
    .filter(Boolean)
    .map((uid) => ({ uid: Number(uid) }));

/** Account numbers as one word. */
export const writeTraders = (traders: readonly CompanyTrader[]): string =>
  traders.map(({ uid }) => uid).join(' ');

/** All shares together, in millionths. */
export const sumShares = (people: readonly PersonWords[]): number =>
  people.reduce((sum, { share = '' }) => sum + readSharePpm(share), 0);
