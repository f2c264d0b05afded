import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';
import { ContractError } from '../ContractError.ts';
import { isRecord, splitPointer } from '../jsonPointer.ts';

export interface Source {
  document: Record<string, unknown>;
  /** The line (from 1) of the value at a JSON pointer, or of its nearest existing ancestor. */
  lineOf(pointer: string): number;
}

/**
 * Parses YAML or JSON. `file` is the name that errors show.
 *
 * @throws {ContractError} if the text is malformed or its top level is not a mapping
 */
export function parseSource(text: string, file: string): Source {
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
  const lines = new Map<string, number>();
  return {
    document,
    lineOf(pointer) {
      const line = lines.get(pointer) ?? findLine(pointer);
      lines.set(pointer, line);
      return line;
    },
  };

  function findLine(pointer: string): number {
    let node: unknown = yaml.contents;
    let line = 1;
    for (const segment of splitPointer(pointer)) {
      const child = findChild(isAlias(node) ? node.resolve(yaml) : node, segment);
      const offset = child?.start?.range?.[0];
      if (offset === undefined) return line;
      line = lineAt(offset);
      node = child?.node;
    }
    return line;
  }
}

interface Child {
  /** The node on whose line the child starts: the key in a mapping, the item in a list. */
  start: Node | undefined;
  node: unknown;
}

function findChild(parent: unknown, segment: string): Child | undefined {
  if (isSeq(parent)) {
    const item = parent.items[Number(segment)] as Node | undefined;
    return { start: item, node: item };
  }
  if (!isMap(parent)) return undefined;
  const pair = parent.items.find(({ key }) => isScalar(key) && String(key.value) === segment);
  return pair && { start: pair.key as Node, node: pair.value };
}
