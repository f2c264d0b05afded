/** Random numbers that are the same for the same seed. */
export interface Random {
  /** A whole number from 0 to `below` - 1. */
  below(below: number): number;
  /** True about once in `n` times. */
  oneIn(n: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
}

/** The generator known as mulberry32. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    below,
    oneIn: (n) => below(n) === 0,
    pick: <Item>(items: readonly Item[]) => items[below(items.length)] as Item,
  };
}
