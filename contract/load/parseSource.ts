import {
  isCollection,
  isNode,
  isPair,
  isSeq,
  LineCounter,
  parseDocument,
  visit,
  type YAMLParseError,
} from 'yaml';
import { ContractError } from '../ContractError.ts';
import { isRecord, splitPointer } from '../jsonPointer.ts';

/** An unquoted number that JSON writes differently, such as `1.10` or `12345678901234567890`. */
export interface RewrittenNumber {
  /** The keys that lead to the number. */
  names: readonly string[];
  /** The number as it is written in the file. */
  text: string;
  value: number;
  line: number;
}

/**
 * Parses YAML without aliases, or JSON. `file` is the name that errors show. A key is its text: `007` is not 7.
 *
 * @throws {ContractError} if the text is malformed or its top level is not a mapping
 */
export function parseSource(text: string, file: string) {
  const lineCounter = new LineCounter();
  const yaml = parseDocument(text, { lineCounter, prettyErrors: false, stringKeys: true });
  const lineAt = (offset: number) => lineCounter.linePos(offset).line;
  const reject = (offset: number, message: string) => {
    throw new ContractError([`${file}:${lineAt(offset)} ${message}`]);
  };
  // One mistake, such as a tab, makes errors in all lines after it.
  const [error] = yaml.errors;
  if (error) reject(error.pos[0], describeError(error));

  visit(yaml, {
    Alias(_, { source, range }) {
      reject(range?.[0] ?? 0, `The alias *${source} is not supported; repeat the value.`);
    },
  });
  const document: unknown = yaml.toJS();
  if (!isRecord(document)) {
    throw new ContractError([`${file}:1 The file must contain a mapping at its top level.`]);
  }
  return { document, lineOf, findRewrittenNumbers };

  function findRewrittenNumbers(): RewrittenNumber[] {
    const found: RewrittenNumber[] = [];
    visit(yaml, {
      Scalar(key, { value, source = '', range }, ancestors) {
        if (key === 'key' || typeof value !== 'number' || source === String(value)) return;
        const names = ancestors.flatMap((node) => (isPair(node) ? String(node.key) : []));
        found.push({ names, text: source, value, line: lineAt(range?.[0] ?? 0) });
      },
    });
    return found;
  }

  /** Returns the line (from 1) of the value at a JSON pointer, or of its nearest existing ancestor. */
  function lineOf(pointer: string): number {
    let node: unknown = yaml.contents;
    let line = 1;
    for (const segment of splitPointer(pointer)) {
      const child = findChild(node, segment);
      if (!child || !isNode(child.start) || !child.start.range) return line;

      line = lineAt(child.start.range[0]);
      node = child.value;
    }
    return line;
  }
}

function describeError({ code, message }: YAMLParseError): string {
  if (code === 'NON_STRING_KEY') return 'A key must be a text.';
  return message.split('\n', 1)[0] ?? '';
}

/** Finds a child of a YAML collection, with the node at which it starts: the key, or the item of a list. */
function findChild(parent: unknown, segment: string) {
  if (!isCollection(parent)) return undefined;

  const pair = parent.items.find((item) => isPair(item) && String(item.key) === segment);
  if (isPair(pair)) return { start: pair.key, value: pair.value };

  const item = isSeq(parent) ? parent.items[Number(segment)] : undefined;
  return { start: item, value: item };
}
