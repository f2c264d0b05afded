/** Fewer sign-ins show no pattern. */
const minIds = 5;
/** Random ids of 32 bits or more differ in more places, whatever their notation. */
const maxCountedPlaces = 6;
/** A time in nanoseconds differs in up to ten digits within seconds. */
const maxTimePlaces = 10;

/** Why the ids of sign-ins in turn can be guessed, as a sentence; undefined if nothing suggests it. */
export function findPredictability(given: readonly string[]): string | undefined {
  const ids = given.filter((id, i) => id !== given[i - 1]);
  if (new Set(ids).size < minIds) return undefined;
  const length = Math.max(...ids.map((id) => id.length));
  // Either end of the ids may have grown by a digit.
  for (const pad of ['padStart', 'padEnd'] as const) {
    const padded = ids.map((id) => id[pad](length, '0'));
    const places = Array.from({ length }, (_, i) => i).filter(
      (i) => new Set(padded.map((id) => id[i])).size > 1,
    );
    const isSorted = padded.every((id, i) => i === 0 || (padded[i - 1] ?? '') < id);
    if (places.length > (isSorted ? maxTimePlaces : maxCountedPlaces)) continue;
    const pattern = isSorted ? ' and grow, as a counter or the time does' : '';
    return `The session ids of ${ids.length} sign-ins differ in only ${places.length} characters${pattern}.`;
  }
  return undefined;
}
