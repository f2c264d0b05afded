import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';
import { ContractError } from '../ContractError.ts';
import { isRecord, splitPointer } from '../jsonPointer.ts';
import { createJsonLines } from './jsonLines.ts';

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
  return parseJson(text) ?? parseYaml(text, file);
}

/** Parses JSON, which takes a fraction of the time; undefined if the text is not a JSON object. */
function parseJson(text: string): Source | undefined {
  if (!/^\s*\{/.test(text)) return undefined;
  try {
    return { document: JSON.parse(text), lineOf: createJsonLines(text) };
  } catch {
    // YAML reports the error with its line, and accepts a flow mapping.
    return undefined;
  }
}

function parseYaml(text: string, file: string): Source {
  const lineCounter = new LineCounter();
  const yaml = parseDocument(text, { lineCounter, prettyErrors: false });
  if (yaml.errors.length > 0) {
    throw new ContractError(
      yaml.errors.map(({ pos, message }) => {
        const [firstLine] = message.split('\n', 1);
        return `${file}:${lineCounter.linePos(pos[0]).line} ${firstLine}`;
      }),
    );
  }
  const document: unknown = yaml.toJS();
  if (!isRecord(document)) {
    throw new ContractError([`${file}:1 The file must contain a mapping at its top level.`]);
  }

  const lines = new Map<string, number>();

  function lineOf(pointer: string): number {
    const line = lines.get(pointer) ?? findLine(pointer);
    lines.set(pointer, line);
    return line;
  }

  function findLine(pointer: string): number {
    let node: unknown = yaml.contents;
    let line = 1;
    for (const segment of splitPointer(pointer)) {
      if (isAlias(node)) node = node.resolve(yaml);
      const child = findChild(node, segment);
      const offset = child?.start?.range?.[0];
      if (offset === undefined) return line;
      line = lineCounter.linePos(offset).line;
      node = child?.node;
    }
    return line;
  }

  return { document, lineOf };
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
