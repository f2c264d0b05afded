const maxLength = 200;

/** The candidate with the fewest changed characters; undefined if all differ in more than a third. */
export function findClosest(text: string, candidates: Iterable<string>): string | undefined {
  const start = text.slice(0, maxLength);
  let closest: string | undefined;
  let maxDistance = start.length / 3;
  for (const candidate of candidates) {
    const other = candidate.slice(0, maxLength);
    // The distance is at least the difference of the lengths.
    if (Math.abs(other.length - start.length) > maxDistance) continue;
    const distance = editDistance(start, other);
    if (distance > maxDistance) continue;
    closest = candidate;
    maxDistance = distance - 1;
  }
  return closest;
}

/** The name that was probably meant. A number is not compared, because any other one is as near. */
export function findMeant(name: string, names: readonly string[]): string | undefined {
  if (/^\d*$/.test(name)) return undefined;
  return findClosest(name, names) ?? names.find((other) => other.startsWith(name));
}

/** The name that was probably meant, or all names. */
export function describeNames(name: string, names: readonly string[]): string {
  const closest = findMeant(name, names);
  if (closest !== undefined) return `did you mean ${closest}`;
  return names.length > 0 ? `expected one of ${[...new Set(names)].join(', ')}` : 'expected none';
}

/** The Levenshtein distance. */
function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 0; i < a.length; i += 1) {
    const current = [i + 1];
    for (let j = 0; j < b.length; j += 1) {
      const replaced = (previous[j] ?? 0) + (a[i] === b[j] ? 0 : 1);
      current.push(Math.min(replaced, (previous[j + 1] ?? 0) + 1, (current[j] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[b.length] ?? 0;
}
