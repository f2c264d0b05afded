/** Lists the expected names as the end of a sentence: `expected one of brief, submission`. */
export function describeNames(names: Iterable<string>): string {
  const listed = [...new Set(names)].join(', ');
  return listed === '' ? 'expected none' : `expected one of ${listed}`;
}
