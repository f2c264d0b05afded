/** The end of a sentence about an unknown name: the names that there are. */
export function describeNames(names: Iterable<string>): string {
  const listed = [...new Set(names)].join(', ');
  return listed === '' ? 'expected none' : `expected one of ${listed}`;
}
