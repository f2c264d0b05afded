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
  const problems = yaml.errors.map(
    ({ pos, message }) => `${file}:${lineAt(pos[0])} ${message.split('\n', 1)[0]}`,
  );
  if (problems.length > 0) throw new ContractError(problems);
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
      const items: readonly unknown[] = isCollection(parent) ? parent.items : [];
      const pair = items.find((item) => isPair(item) && String(item.key) === segment);
      const child = pair ?? (isSeq(parent) ? parent.items[Number(segment)] : undefined);
      // A property starts at its key.
      const start = isPair(child) ? child.key : child;
      if (!isNode(start) || !start.range) return line;
      line = lineAt(start.range[0]);
      node = isPair(child) ? child.value : child;
    }
    return line;
  }
}
