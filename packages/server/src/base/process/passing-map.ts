// A map for what comes and goes. A Map that is filled and emptied again and again makes a new table
// now and then, and the engine of JavaScript lets each old table know the next one: once one of
// them is among the old objects all later ones are kept, with what was in them, until all of
// memory is looked at. Not for maps that mostly grow: those are plain ones.

/** A map is made anew when so many have gone since, or as many as there are. */
const GONE_COUNT_MIN = 16;

/** A map whose entries live for moments. */
export class PassingMap<TKey, TValue> {
  #map = new Map<TKey, TValue>();
  #goneCount = 0;

  get size(): number {
    return this.#map.size;
  }

  get(key: TKey): TValue | undefined {
    return this.#map.get(key);
  }

  has(key: TKey): boolean {
    return this.#map.has(key);
  }

  set(key: TKey, value: TValue): void {
    this.#map.set(key, value);
  }

  /** @returns whether it was there. */
  delete(key: TKey): boolean {
    if (!this.#map.delete(key)) return false;
    this.#goneCount += 1;
    if (this.#goneCount > Math.max(GONE_COUNT_MIN, this.#map.size)) this.hold(this.#map);
    return true;
  }

  /** Hold these entries and no others. */
  hold(entries: Iterable<readonly [TKey, TValue]>): void {
    this.#map = new Map(entries);
    this.#goneCount = 0;
  }

  clear(): void {
    this.hold([]);
  }

  /** As it is now, in the order in which entries came; to be read at once and not kept. */
  readNow(): ReadonlyMap<TKey, TValue> {
    return this.#map;
  }
}
