import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
} from 'yaml';
import { ContractError } from '../ContractError.ts';
import { isDeeperThan, isRecord, splitPointer } from '../jsonPointer.ts';

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
  const source = parseJson(text) ?? parseYaml(text, file);
  if (isDeeperThan(maxDepth, source.document)) {
    const message = `The file is nested more than ${maxDepth} levels deep, or an alias contains itself.`;
    throw new ContractError([`${file}:1 ${message}`]);
  }
  return source;
}

/** Most functions that read a document are recursive. */
const maxDepth = 500;

/**
 * Parses JSON, which takes a fraction of the time as long as no line is needed; undefined if the text is not a
 * JSON object.
 */
function parseJson(text: string): Source | undefined {
  if (!/^\s*\{/.test(text)) return undefined;
  try {
    const document = JSON.parse(text);
    let lineOf: Source['lineOf'] | undefined;
    return {
      document,
      lineOf(pointer) {
        lineOf ??= createLineLookup(parseNodes(text));
        return lineOf(pointer);
      },
    };
  } catch {
    // YAML reports the error with its line, and accepts a flow mapping.
    return undefined;
  }
}

function parseYaml(text: string, file: string): Source {
  const nodes = parseNodes(text);
  const { yaml, lineCounter } = nodes;
  const problemAt = (offset: number, message: string) =>
    `${file}:${lineCounter.linePos(offset).line} ${message}`;
  const problems = yaml.errors.map(({ pos, message }) =>
    problemAt(pos[0], message.split('\n', 1)[0] ?? ''),
  );
  if (problems.length > 0) throw new ContractError(problems);
  const document = toJs(yaml, file);
  if (!isRecord(document)) {
    throw new ContractError([`${file}:1 The file must contain a mapping at its top level.`]);
  }
  return { document, lineOf: createLineLookup(nodes) };
}

interface ParsedNodes {
  yaml: Document;
  lineCounter: LineCounter;
}

function parseNodes(text: string): ParsedNodes {
  const lineCounter = new LineCounter();
  const yaml = parseDocument(text, { lineCounter, prettyErrors: false });
  return { yaml, lineCounter };
}

function createLineLookup({ yaml, lineCounter }: ParsedNodes): Source['lineOf'] {
  const lines = new Map<string, number>();
  return lineOf;

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
}

function toJs(yaml: Document, file: string): unknown {
  try {
    return yaml.toJS();
  } catch (cause) {
    // Aliases that would expand to an enormous document.
    throw new ContractError([`${file}:1 ${cause instanceof Error ? cause.message : cause}.`], {
      cause,
    });
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
