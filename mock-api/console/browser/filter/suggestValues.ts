export interface Suggestion {
  value: string;
  /** The number of items that have it. */
  count: number;
}

const maxSuggestions = 8;

/** The most frequent values of items that contain a text. The text itself is first. */
export function suggestValues<Item>(
  items: readonly Item[],
  valuesOf: (item: Item) => readonly string[],
  typed: string,
): Suggestion[] {
  const text = typed.toLowerCase();
  const counts = new Map<string, number>();
  for (const value of items.flatMap(valuesOf)) {
    if (value.toLowerCase().includes(text)) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => Number(b.value === typed) - Number(a.value === typed) || b.count - a.count)
    .slice(0, maxSuggestions);
}
