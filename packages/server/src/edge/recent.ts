/**
 * Entries by name, so many at most: of too many those go that were not asked for for longest. A
 * flood of new names then takes the place of names that are silent, never of those that go on.
 *
 * There are two halves. What is asked for moves to the younger one; when that is full, the older
 * one goes whole. One map would be slow here: its first entry is looked for behind all that went.
 */
export class Recent<TValue> {
  #young = new Map<string, TValue>();
  #old = new Map<string, TValue>();
  readonly #halfMax: number;

  constructor(countMax: number) {
    this.#halfMax = Math.ceil(countMax / 2);
  }

  get(name: string): TValue | undefined {
    const value = this.#young.get(name);
    if (value !== undefined) return value;
    const older = this.#old.get(name);
    if (older !== undefined) this.set(name, older);
    return older;
  }

  set(name: string, value: TValue): void {
    this.#young.set(name, value);
    if (this.#young.size < this.#halfMax) return;
    this.#old = this.#young;
    this.#young = new Map();
  }

  delete(name: string): void {
    this.#young.delete(name);
    this.#old.delete(name);
  }
}
