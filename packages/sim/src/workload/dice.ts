/** A seeded source of choices; equal seeds give equal choices on every machine. */
export class Dice {
  private word: number;

  constructor(seed: number) {
    this.word = seed >>> 0;
  }

  /** The next 32 bits, as a whole number from 0. */
  next(): number {
    this.word = (this.word + 0x6d2b79f5) >>> 0;
    let mixed = this.word;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  }

  /** A whole number 0..count-1. */
  below(count: number): number {
    return Math.floor((this.next() / 2 ** 32) * count);
  }

  /** A whole number least..most. */
  between(least: number, most: number): number {
    return least + this.below(most - least + 1);
  }

  /** True in `percent` of 100 cases; fractions count to a thousandth. */
  isLucky(percent: number): boolean {
    return this.below(100_000) < percent * 1000;
  }

  /** One of a list that is not empty. */
  pick<TItem>(items: readonly TItem[]): TItem {
    return items[this.below(items.length)] as TItem;
  }

  /** One of the names, by weight; the weights are whole numbers with a sum above 0. */
  weigh<TName>(weights: readonly (readonly [TName, number])[]): TName {
    let left = this.below(weights.reduce((sum, [, weight]) => sum + weight, 0));
    for (const [name, weight] of weights) {
      if (left < weight) return name;
      left -= weight;
    }
    throw new Error('no weight above 0');
  }

  /** Dice of their own for a part, so that a draw more in one does not move the others. */
  fork(name: string): Dice {
    let mixed = this.word ^ 0x811c9dc5;
    for (const character of name) mixed = Math.imul(mixed ^ character.charCodeAt(0), 0x01000193);
    return new Dice(new Dice(mixed).next());
  }
}
