const maxLength = 200;

/** The candidate with the fewest changed characters; undefined if all differ in more than a third, or one of a few. */
export function findClosest(text: string, candidates: Iterable<string>): string | undefined {
  const start = text.slice(0, maxLength);
  let closest: string | undefined;
  let leastDistance = Infinity;
  const maxDistance = Math.max(1, start.length / 3);
  for (const candidate of candidates) {
    const other = candidate.slice(0, maxLength);
    // The distance is at least the difference of the lengths.
    if (Math.abs(other.length - start.length) > maxDistance) continue;
    const distance = editDistance(start, other);
    if (distance > maxDistance || distance >= leastDistance) continue;
    closest = candidate;
    leastDistance = distance;
  }
  return closest;
}

/** The name that was probably meant. A number is not compared, because any other one is as near. */
export function findMeant(name: string, names: readonly string[]): string | undefined {
  if (/^\d*$/.test(name)) return undefined;
  const isBeginning = (other: string) => name.length > 2 && other.startsWith(name);
  return findClosest(name, names) ?? names.find(isBeginning);
}

/** The name that was probably meant, or all names. */
export function describeNames(name: string, names: readonly string[]): string {
  const closest = findMeant(name, names);
  if (closest !== undefined) return `did you mean ${closest}`;
  return names.length > 0 ? `expected one of ${[...new Set(names)].join(', ')}` : 'expected none';
}

/** How many characters are added, removed, replaced or swapped with the next one (optimal string alignment). */
function editDistance(a: string, b: string): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 0; i < a.length; i += 1) {
    const current = [i + 1];
    for (let j = 0; j < b.length; j += 1) {
      const replaced = (previous[j] ?? 0) + (a[i] === b[j] ? 0 : 1);
      const isSwapped = i > 0 && j > 0 && a[i] === b[j - 1] && a[i - 1] === b[j];
      const swapped = isSwapped ? (beforePrevious[j - 1] ?? 0) + 1 : Infinity;
      current.push(Math.min(replaced, swapped, (previous[j + 1] ?? 0) + 1, (current[j] ?? 0) + 1));
    }
    beforePrevious = previous;
    previous = current;
  }
  return previous[b.length] ?? 0;
}
