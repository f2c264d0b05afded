/** `body` and `['text']` become `The body's "text"`; `query limit` becomes `The query parameter "limit"`. */
export function describePlace(place: string, path: readonly string[]): string {
  const [kind = '', name] = place.split(/ (.*)/s);
  const inside = path.join('.');
  if (kind === 'body') return inside === '' ? 'The body' : `The body's "${inside}"`;
  const whole = kind === 'header' ? `The header "${name}"` : `The ${kind} parameter "${name}"`;
  return inside === '' ? whole : `${whole}, at "${inside}",`;
}
