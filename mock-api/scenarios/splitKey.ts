/** A brief id or user name, divided into what selects the data and what separates testers. */
interface KeyParts {
  /** `slow-brief` in `slow-brief.anna`. */
  id: string;
  /** `anna` in `slow-brief.anna`. */
  suffix?: string;
}

/**
 * Splits a key at one of its dots. The longest known id wins, because ids may contain dots; an unknown id
 * ends at the last dot.
 */
export function splitKey(key: string, isKnown: (id: string) => boolean): KeyParts {
  if (isKnown(key)) return { id: key };
  for (let dot = key.lastIndexOf('.'); dot > 0; dot = key.lastIndexOf('.', dot - 1)) {
    if (isKnown(key.slice(0, dot))) return splitAt(key, dot);
  }
  return splitAt(key, key.lastIndexOf('.'));
}

function splitAt(key: string, dot: number): KeyParts {
  const suffix = key.slice(dot + 1);
  return dot > 0 && suffix !== '' ? { id: key.slice(0, dot), suffix } : { id: key };
}
