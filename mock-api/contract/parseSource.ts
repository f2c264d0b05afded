import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';
import { ContractError } from './ContractError.ts';
import { isObject, splitPointer } from './pointer.ts';

export interface Source {
  document: Record<string, unknown>;
  lineOf(pointer: string): number;
}

/** Reads YAML (or JSON, which is YAML too), keeping the line of every place in it. */
export function parseSource(text: string, file: string): Source {
  const lines = new LineCounter();
  const yaml = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  if (yaml.errors.length > 0) {
    throw new ContractError(
      yaml.errors.map(
        (error) => `${file}:${lines.linePos(error.pos[0]).line} ${firstLine(error.message)}`,
      ),
    );
  }
  const document: unknown = yaml.toJS();
  if (!isObject(document) || Array.isArray(document)) {
    throw new ContractError([`${file}:1 The file holds no mapping.`]);
  }

  const known = new Map<string, number>();

  function lineOf(pointer: string): number {
    const line = known.get(pointer) ?? findLine(pointer);
    known.set(pointer, line);
    return line;
  }

  function findLine(pointer: string): number {
    let node: unknown = yaml.contents;
    let line = 1;
    for (const segment of splitPointer(pointer)) {
      if (isAlias(node)) node = node.resolve(yaml);
      const [mark, next] = step(node, segment);
      const offset = mark?.range?.[0];
      if (offset === undefined) return line;
      line = lines.linePos(offset).line;
      node = next;
    }
    return line;
  }

  return { document, lineOf };
}

/** The node that marks a segment's place (a key, or an item itself) and the node it leads to. */
function step(node: unknown, segment: string): [Node | undefined, unknown] {
  if (isSeq(node)) {
    const item = node.items[Number(segment)] as Node | undefined;
    return [item, item];
  }
  if (!isMap(node)) return [undefined, undefined];
  const pair = node.items.find((item) => isScalar(item.key) && String(item.key.value) === segment);
  return [pair?.key as Node | undefined, pair?.value];
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? text;
}
