/** The text of a field and its selection, before something is added. */
export interface SelectedText {
  value: string;
  start: number;
  end: number;
}

/**
 * Counts the characters at the end of an added text that are missing in the field afterwards. The selection is only a
 * hint: a browser may have replaced another part of the text.
 */
export function countLost(before: SelectedText, added: string, after: string): number {
  const kept = findKept(before, added, after) ?? findReplacement(before.value, added, after);
  return kept === undefined ? 0 : added.length - kept;
}

/**
 * Counts the characters of the added text that are in place of the selection. Returns undefined if the rest of the text
 * has changed, too.
 */
function findKept({ value, start, end }: SelectedText, added: string, after: string) {
  const kept = after.length - start - (value.length - end);
  if (kept < 0 || kept > added.length) return undefined;

  const expected = value.slice(0, start) + added.slice(0, kept) + value.slice(end);
  return expected === after ? kept : undefined;
}

/** Counts the characters of the added text that are in place of any part of the text, as many as possible. */
function findReplacement(value: string, added: string, after: string): number | undefined {
  for (let kept = Math.min(added.length, after.length); kept >= 0; kept -= 1) {
    // More characters are missing than can have been replaced.
    const replaced = value.length + kept - after.length;
    if (replaced < 0) return undefined;

    for (let start = 0; start <= after.length - kept; start += 1) {
      if (value[start - 1] !== after[start - 1]) break;
      if (findKept({ value, start, end: start + replaced }, added, after) === kept) return kept;
    }
  }
  return undefined;
}
