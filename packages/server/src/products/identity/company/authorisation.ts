// The form with which a company authorises its traders: one document without scripts or parts of
// others, to save, print and sign, in the reader's language. Called by routes.ts.
import { languageTagOf, loadTexts, readLocale, translate } from '@isobath/texts';
import type { CompanyForm } from '@isobath/wire';

/** What stands in the form; what was not saved is left to be written by hand. */
export interface AuthorisationFacts {
  readonly locale: string;
  readonly brand: string;
  readonly basic: CompanyForm['basic'] | undefined;
  readonly directors: CompanyForm['directors'] | undefined;
  readonly traders: CompanyForm['traders'] | undefined;
}

const STYLE = `@page { margin: 20mm } body { font: 11pt/1.5 sans-serif; color: #000; margin: 0 auto;
max-width: 170mm; padding: 8mm } h1 { font-size: 18pt; line-height: 1.25; margin: 0 0 6mm }
h2 { font-size: 12pt; margin: 8mm 0 2mm } table { border-collapse: collapse; width: 100% }
th, td { border: 0.3mm solid #777; height: 9mm; padding: 1mm 2mm; text-align: start }
th { font-weight: 600; width: 40% } .list th { width: auto } p { margin: 0 0 4mm }`;

const signs: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};
const write = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => signs[sign] ?? '');
const EMPTY_ROWS = 2;

function writeTable(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[], tag: 'td' | 'th') =>
    `<tr>${cells.map((cell) => `<${tag}>${write(cell)}</${tag}>`).join('')}</tr>`;
  const body = rows.map((row) => line(row, 'td')).join('\n');
  return `<table class="list">\n${line(heads, 'th')}\n${body}\n</table>`;
}

/** Rows to write into by hand where nothing was saved. */
const emptyRows = (columnsCount: number) =>
  Array.from({ length: EMPTY_ROWS }, () => Array.from({ length: columnsCount }, () => ''));

/** Make the document. */
export async function writeAuthorisation(facts: AuthorisationFacts): Promise<string> {
  const locale = readLocale(facts.locale) ?? 'en_US';
  const catalogues = await loadTexts(locale, 'identity');
  const t = (key: string, values = {}) => translate(catalogues, key, values);
  const { brand, basic, directors, traders } = facts;
  const tag = languageTagOf(locale);
  const names = new Intl.DisplayNames(tag, { type: 'region' });
  const company: readonly (readonly [string, string])[] = [
    [t('field.companyName'), basic?.name ?? ''],
    [t('field.companyNumber'), basic?.number ?? ''],
    [t('field.country'), basic === undefined ? '' : (names.of(basic.country) ?? basic.country)],
    [t('field.companyAddress'), basic?.address ?? ''],
  ];
  const companyRows = company
    .map(([head, cell]) => `<tr><th scope="row">${write(head)}</th><td>${write(cell)}</td></tr>`)
    .join('\n');
  const traderRows = traders?.map(({ uid }) => [String(uid), '']) ?? emptyRows(2);
  const directorRows =
    directors?.map(({ firstName, lastName }) => [`${firstName} ${lastName}`, '', '']) ??
    emptyRows(3);
  return `<!doctype html>
<html lang="${tag}">
<meta charset="utf-8">
<title>${write(t('authorisation.title'))}</title>
<style>${STYLE}</style>
<h1>${write(t('authorisation.title'))}</h1>
<p>${write(t('authorisation.text', { brand }))}</p>
<h2>${write(t('level.3'))}</h2>
<table>
${companyRows}
</table>
<h2>${write(t('item.traders'))}</h2>
${writeTable([t('field.uid'), t('authorisation.name')], traderRows)}
<h2>${write(t('item.directors'))}</h2>
<p>${write(t('authorisation.sign'))}</p>
${writeTable(
  [t('authorisation.name'), t('authorisation.day'), t('authorisation.signature')],
  directorRows,
)}
</html>
`;
}
