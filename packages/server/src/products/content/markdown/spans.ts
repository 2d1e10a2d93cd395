// One line of Markdown to runs of text: strong, emphasis, code, links, moments. Whatever is not
// one of these stays text: markup of another kind never becomes anything but letters.
// Not here: paragraphs, lists, tables (blocks.ts). Called by blocks.ts.
import { type ArticleSpan, safeHref } from '@isobath/wire';

type Mark = ArticleSpan['marks'][number];

interface Place {
  readonly marks: readonly Mark[];
  readonly href: string | undefined;
}

/** Characters that a backslash makes plain. */
const ESCAPABLE = /[\\`*_[\]()#+\-.!|<>~]/;
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?Z/;
const BARE_LINK = /^https?:\/\/[^\s<>"'()[\]\\]*[^\s<>"'()[\]\\.,;:!?]/;
/** Nested deeper than this, marks are letters. */
const DEPTH_MAX = 6;
/** A longer text is letters altogether: looking for ends takes the square of its length. */
const LENGTH_MAX = 8_000;

/**
 * Where a written target leads: an address of the web, a page of ours (`page:market`), another
 * article (`order-types.md`), a heading.
 *
 * @returns undefined for everything else, so that the link becomes plain text.
 */
export function readTarget(written: string): string | undefined {
  const target = written.trim();
  const article = /^([a-z][a-z0-9-]{2,59})\.md(#[\w-]+)?$/.exec(target);
  if (article !== null) return `/support/article?code=${article[1]}${article[2] ?? ''}`;
  const page = /^page:([\w/?=&.-]*)$/.exec(target);
  const href = page === null ? target : `/${page[1]}`;
  return safeHref.safeParse(href).success ? href : undefined;
}

/** A mark that begins here, with the length of its sign. */
function readMark(rest: string, before: string): { mark: Mark; sign: string } | undefined {
  for (const [sign, mark] of [
    ['**', 'strong'],
    ['__', 'strong'],
    ['*', 'emphasis'],
    ['_', 'emphasis'],
  ] as const) {
    if (!rest.startsWith(sign) || /^\s|^$/.test(rest.slice(sign.length))) continue;
    // An underscore inside a word, as in btc_usdt, is a letter.
    if (sign.startsWith('_') && /[\p{L}\p{N}]$/u.test(before)) continue;
    return { mark, sign };
  }
  return undefined;
}

/** Where a sign ends what it began, or -1. */
function findEnd(text: string, sign: string): number {
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '`') {
      const end = text.indexOf('`', at + 1);
      if (end > at) at = end;
    } else if (text.startsWith(sign, at) && at > 0 && !/\s/.test(text[at - 1] ?? ' ')) {
      const isLonger = sign.length === 1 && text[at + 1] === sign;
      if (isLonger) at += 1;
      else if (!sign.startsWith('_') || !/^[\p{L}\p{N}]/u.test(text.slice(at + sign.length))) {
        return at;
      }
    }
  }
  return -1;
}

/** `[words](target)` at the start of a text. */
function readLink(rest: string) {
  const found = /^(!?)\[((?:[^[\]\\]|\\.)*)\]\(([^()\s]*)\)/.exec(rest);
  if (found === null) return undefined;
  return { length: found[0].length, words: found[2] ?? '', target: readTarget(found[3] ?? '') };
}

class SpanReader {
  readonly spans: ArticleSpan[] = [];
  #letters = '';
  #letterPlace: Place = { marks: [], href: undefined };

  #flush(): void {
    if (this.#letters === '') return;
    const { marks, href } = this.#letterPlace;
    const link = href === undefined ? {} : { href };
    this.spans.push({ text: this.#letters, marks: [...marks], ...link });
    this.#letters = '';
  }

  #write(letters: string, place: Place): void {
    if (place !== this.#letterPlace) this.#flush();
    this.#letterPlace = place;
    this.#letters += letters;
  }

  #writeMoment(text: string, place: Place): boolean {
    const atMs = Date.parse(text);
    if (!(atMs >= 0)) return false;
    this.#flush();
    this.spans.push({ text, marks: [...place.marks], atMs });
    return true;
  }

  /** Read a piece of text; what it begins it also ends, or it is letters. */
  read(text: string, place: Place, depth: number): void {
    let at = 0;
    while (at < text.length) {
      const rest = text.slice(at);
      at += this.#readOne({ rest, before: text.slice(0, at), place, depth });
    }
    if (depth === 0) this.#flush();
  }

  /** @returns how many characters were read. */
  #readOne(here: { rest: string; before: string; place: Place; depth: number }): number {
    const { rest, before, place, depth } = here;
    const first = rest[0] ?? '';
    if (first === '\\' && ESCAPABLE.test(rest[1] ?? '')) {
      this.#write(rest[1] ?? '', place);
      return 2;
    }
    if (first === '`') {
      const end = rest.indexOf('`', 1);
      if (end > 1) {
        this.#write(rest.slice(1, end), { ...place, marks: [...place.marks, 'code'] });
        return end + 1;
      }
    }
    const isDeep = depth >= DEPTH_MAX;
    const link = isDeep || place.href !== undefined ? undefined : readLink(rest);
    if (link !== undefined) {
      const inside = link.target === undefined ? place : { ...place, href: link.target };
      this.read(link.words, inside, depth + 1);
      return link.length;
    }
    const begun = isDeep ? undefined : readMark(rest, before);
    if (begun !== undefined) {
      const { sign, mark } = begun;
      const end = findEnd(rest.slice(sign.length), sign);
      if (end > 0) {
        const inner = rest.slice(sign.length, sign.length + end);
        this.read(inner, { ...place, marks: [...place.marks, mark] }, depth + 1);
        return end + 2 * sign.length;
      }
    }
    const moment = MOMENT.exec(rest)?.[0];
    if (moment !== undefined && this.#writeMoment(moment, place)) return moment.length;
    const bare = place.href === undefined ? BARE_LINK.exec(rest)?.[0] : undefined;
    if (bare !== undefined && readTarget(bare) !== undefined) {
      this.#write(bare, { ...place, href: bare });
      return bare.length;
    }
    this.#write(first, place);
    return 1;
  }
}

/** Read a line, or lines that belong together. */
export function parseSpans(text: string): ArticleSpan[] {
  if (text.length > LENGTH_MAX) return [{ text, marks: [] }];
  const reader = new SpanReader();
  reader.read(text, { marks: [], href: undefined }, 0);
  return reader.spans;
}

/** The letters of spans alone. */
export function showPlainSpans(spans: readonly ArticleSpan[]): string {
  return spans.map(({ text }) => text).join('');
}
