// What was filled in and not sent yet: kept in this tab, gone when the person leaves or sends it.
// Files are sent as they are chosen; of them the draft knows number and name.
import { useEffect, useState } from 'react';

/** A file that the exchange has. */
export interface SentFile {
  readonly fileId: number;
  readonly name: string;
}

/** A form as it is kept. */
export interface Kept {
  readonly words: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<string, SentFile>>;
  readonly step: number;
}

/** A form as it is filled in. */
export interface Draft extends Kept {
  /** A word of it; "" while it is empty. */
  readonly word: (name: string) => string;
  readonly setWord: (name: string, value: string) => void;
  readonly setFile: (name: string, file: SentFile | null) => void;
  readonly setStep: (step: number) => void;
  readonly clear: () => void;
}

const empty: Kept = { words: {}, files: {}, step: 0 };

/** Words and files that a form begins with where nothing was filled in. */
export type Start = Pick<Kept, 'words' | 'files'>;

function readKept(place: string, start: Start | undefined): Kept {
  const first = { ...empty, ...start };
  try {
    return { ...first, ...(JSON.parse(sessionStorage.getItem(place) ?? '{}') as Partial<Kept>) };
  } catch {
    return first;
  }
}

/**
 * The draft of a form.
 *
 * @param form - names it among the forms.
 * @param start - what the exchange has of it; it must not change while the form is shown.
 */
export function useDraft(form: string, start?: Start): Draft {
  const place = `isobath.identity.${form}`;
  const [kept, setKept] = useState(empty);
  useEffect(() => setKept(readKept(place, start)), [place, start]);
  const change = (turn: (before: Kept) => Kept) =>
    setKept((before) => {
      const after = turn(before);
      sessionStorage.setItem(place, JSON.stringify(after));
      return after;
    });
  return {
    ...kept,
    word: (name) => kept.words[name] ?? '',
    setWord: (name, value) =>
      change((before) => ({ ...before, words: { ...before.words, [name]: value } })),
    setFile: (name, file) =>
      change((before) => {
        const { [name]: _, ...rest } = before.files;
        return { ...before, files: file === null ? rest : { ...rest, [name]: file } };
      }),
    setStep: (step) => change((before) => ({ ...before, step })),
    clear: () => {
      sessionStorage.removeItem(place);
      setKept(empty);
    },
  };
}
