// The few words a new product's pages say, in every language: a catalogue of its own.
// Not here: the pages (templates.ts). Called by them.

import type { ProductNames } from './names.ts';

/** For each language its words for "new" and for "entries". */
const words: Readonly<Record<string, readonly [fresh: string, entries: string]>> = {
  en_US: ['New', 'Entries'],
  zh_CN: ['新', '条目'],
  zh_HK: ['新增', '條目'],
  th_TH: ['ใหม่', 'รายการ'],
  fil_PH: ['Bago', 'Mga entry'],
  es_ES: ['Nuevo', 'Entradas'],
  ja_JP: ['新規', 'エントリー'],
  pt_PT: ['Novo', 'Entradas'],
  vi_VN: ['Mới', 'Mục'],
  fr_FR: ['Nouveau', 'Entrées'],
  de_DE: ['Neu', 'Einträge'],
  ru_RU: ['Новое', 'Записи'],
  it_IT: ['Nuovo', 'Voci'],
};

/** What the pages say in one language. */
export interface ProductTexts {
  readonly locale: string;
  readonly title: string;
  readonly entries: string;
}

/** The texts of a product, one row a language. */
export function listTexts({ pascal }: ProductNames): ProductTexts[] {
  return Object.entries(words).map(([locale, [fresh, entries]]) => {
    return { locale, title: `${fresh}: ${pascal}`, entries: `${entries}: {entries}` };
  });
}
