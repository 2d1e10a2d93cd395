// The marks a language writes numbers with, read from Intl once per language and kept.
// Not a formatter: Intl never sees our digits, because it would turn them into a float first.

/** Group and decimal mark of one language; group is "" below minGroupDigits digits. */
export type Separators = {
  readonly group: string;
  readonly decimal: string;
  /** Whole digits a number needs before groups are written: 4 in most languages, 5 in Spanish. */
  readonly minGroupDigits: number;
};

const known = new Map<string, Separators>();

/**
 * Find the number marks of a language.
 *
 * @param locale - BCP 47, for instance "en-US"; an unknown one gives the marks of English.
 */
export function readSeparators(locale: string): Separators {
  const found = known.get(locale);
  if (found) return found;
  const separators = askIntl(locale);
  known.set(locale, separators);
  return separators;
}

/** The group mark as a keyboard has it: every space is the plain one, every apostrophe too. */
export function groupMark({ group }: Separators): string {
  return group.replace(/\s/, ' ').replace('\u2019', "'");
}

/** Put the group mark between each three digits, counted from the right. */
export function groupDigits(digits: string, separators: Separators): string {
  if (digits.length < separators.minGroupDigits) return digits;
  return digits.replace(/\B(?=(\d{3})+$)/g, separators.group);
}

function askIntl(locale: string): Separators {
  let format: Intl.NumberFormat;
  try {
    format = new Intl.NumberFormat(locale, { numberingSystem: 'latn' });
  } catch {
    format = new Intl.NumberFormat('en-US');
  }
  const large = format.formatToParts(1234567.5);
  const small = format.formatToParts(1234);
  const part = (type: string) => large.find((item) => item.type === type)?.value;
  return {
    group: part('group') ?? ',',
    decimal: part('decimal') ?? '.',
    minGroupDigits: small.some((item) => item.type === 'group') ? 4 : 5,
  };
}
