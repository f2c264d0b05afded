/** A source of pseudo-random choices, which are the same for the same seed. */
export interface Random {
  /** Returns a whole number from 0 to `limit` - 1. */
  below(limit: number): number;
  /** Returns true about once in `n` calls. */
  oneIn(n: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
}

/** Uses the mulberry32 generator. */
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
