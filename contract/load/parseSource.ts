import { isAlias, isCollection, isNode, isPair, isSeq, LineCounter, parseDocument } from 'yaml';
import { ContractError } from '../ContractError.ts';
import { isRecord, splitPointer } from '../jsonPointer.ts';

/**
 * Parses YAML or JSON. `file` is the name that errors show.
 *
 * @throws {ContractError} if the text is malformed or its top level is not a mapping
 */
export function parseSource(text: string, file: string) {
  const lineCounter = new LineCounter();
  const yaml = parseDocument(text, { lineCounter, prettyErrors: false, merge: true });
  const lineAt = (offset: number) => lineCounter.linePos(offset).line;
  // One mistake, such as a tab, makes errors in all lines after it.
  const [error] = yaml.errors;
  if (error) {
    const [message] = error.message.split('\n', 1);
    throw new ContractError([`${file}:${lineAt(error.pos[0])} ${message}`]);
  }
  const document: unknown = yaml.toJS({ maxAliasCount: -1 });
  if (!isRecord(document)) {
    throw new ContractError([`${file}:1 The file must contain a mapping at its top level.`]);
  }
  return { document, lineOf };

  /** The line (from 1) of the value at a JSON pointer, or of its nearest existing ancestor. */
  function lineOf(pointer: string): number {
    let node: unknown = yaml.contents;
    let line = 1;
    for (const segment of splitPointer(pointer)) {
      const parent = isAlias(node) ? node.resolve(yaml) : node;
      const child = findChild(parent, segment);
      if (!child || !isNode(child.start) || !child.start.range) return line;

      line = lineAt(child.start.range[0]);
      node = child.value;
    }
    return line;
  }
}

/** The child of a YAML collection, and where it starts: a property starts at its key. */
function findChild(parent: unknown, segment: string) {
  if (!isCollection(parent)) return undefined;

  const pair = parent.items.find((item) => isPair(item) && String(item.key) === segment);
  if (isPair(pair)) return { start: pair.key, value: pair.value };

  const item = isSeq(parent) ? parent.items[Number(segment)] : undefined;
  return { start: item, value: item };
}
