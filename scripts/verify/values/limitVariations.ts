import type { Variation } from './variation.ts';

/** More than a schema of usual size has. Alternatives within alternatives multiply to hundreds of thousands. */
const maxVariations = 500;

/** Keeps at most a fixed number of variations: those near the root first, and of the last level every nth. */
export function limitVariations(variations: Variation[]): Variation[] {
  if (variations.length <= maxVariations) return variations;
  const kept = new Set<Variation>();
  const depths = new Set(variations.map(({ path }) => path.length).sort((a, b) => a - b));
  for (const depth of depths) {
    const level = variations.filter(({ path }) => path.length === depth);
    const step = Math.max(1, level.length / (maxVariations - kept.size));
    for (let i = 0; i < level.length && kept.size < maxVariations; i += step) {
      const variation = level[Math.floor(i)];
      if (variation) kept.add(variation);
    }
  }
  return variations.filter((variation) => kept.has(variation));
}
