import { splitPointer } from '../jsonPointer.ts';

/** Strings, punctuation and other literals. */
const tokenPattern = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/** The offsets of a child in the text: of its key, or of the item in an array, and of its value. */
interface Child {
  start: number;
  value: number;
}

/**
 * Creates the function that finds the line (from 1) of the value at a JSON pointer, or of its nearest
 * existing ancestor, in a text that is valid JSON. A container is scanned when a line in it is needed.
 */
export function createJsonLines(text: string): (pointer: string) => number {
  const containers = new Map<number, Map<string, Child>>();
  let lineStarts: readonly number[] | undefined;

  const lines = new Map<string, number>();

  return function lineOf(pointer) {
    const line = lines.get(pointer) ?? findLine(pointer);
    lines.set(pointer, line);
    return line;
  };

  function findLine(pointer: string): number {
    let offset = text.search(/\S/);
    let start = offset;
    for (const segment of splitPointer(pointer)) {
      const child = childrenOf(offset).get(segment);
      if (!child) break;
      start = child.start;
      offset = child.value;
    }
    return lineAt(start);
  }

  function childrenOf(offset: number): Map<string, Child> {
    const children = containers.get(offset) ?? scanContainer(text, offset);
    containers.set(offset, children);
    return children;
  }

  /** Binary search for the last line that starts at or before the offset. */
  function lineAt(offset: number): number {
    lineStarts ??= [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
    let low = 0;
    let high = lineStarts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((lineStarts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  }
}

function scanContainer(text: string, offset: number): Map<string, Child> {
  const children = new Map<string, Child>();
  const isArray = text[offset] === '[';
  if (!isArray && text[offset] !== '{') return children;
  const tokens = new RegExp(tokenPattern);
  tokens.lastIndex = offset + 1;
  let depth = 0;
  /** The key whose value comes next. */
  let key: { name: string; start: number } | undefined;
  let isStart = true;
  for (let match = tokens.exec(text); match && depth >= 0; match = tokens.exec(text)) {
    const [token] = match;
    if (depth === 0 && isStart && token !== '}' && token !== ']') {
      if (isArray) children.set(String(children.size), { start: match.index, value: match.index });
      else if (key) children.set(key.name, { start: key.start, value: match.index });
      else key = { name: JSON.parse(token), start: match.index };
      isStart = false;
    } else if (depth === 0 && (token === ',' || token === ':')) {
      isStart = true;
      if (token === ',') key = undefined;
    }
    if (token === '{' || token === '[') depth += 1;
    if (token === '}' || token === ']') depth -= 1;
  }
  return children;
}
