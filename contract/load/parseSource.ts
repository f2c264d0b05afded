import {
  type Document,
  isAlias,
  isCollection,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  visit,
  type YAMLParseError,
} from 'yaml';
import { ContractError } from '../ContractError.ts';
import { isRecord, splitPointer } from '../jsonPointer.ts';

export interface RewrittenNumber {
  /** The keys that lead to it. */
  names: readonly string[];
  /** As the file has it. */
  text: string;
  value: number;
  line: number;
}

/** More than a contract needs. Aliases of aliases could otherwise make a small file endless. */
const maxAliasCount = 10_000;

/**
 * Parses YAML or JSON. `file` is the name that errors show. A key is its text: `007` is not 7.
 *
 * @throws {ContractError} if the text is malformed or its top level is not a mapping
 */
export function parseSource(text: string, file: string) {
  const lineCounter = new LineCounter();
  const options = { lineCounter, prettyErrors: false, merge: true, stringKeys: true } as const;
  const yaml = parseDocument(text, options);
  const lineAt = (offset: number) => lineCounter.linePos(offset).line;
  const reject = (line: number, message: string) => {
    throw new ContractError([`${file}:${line} ${message}`]);
  };
  // One mistake, such as a tab, makes errors in all lines after it.
  const [error] = yaml.errors;
  if (error) reject(lineAt(error.pos[0]), describeError(error));
  const unusable = findUnusableAlias(yaml);
  if (unusable) reject(lineAt(unusable.offset), unusable.message);

  const document = createValue(yaml, reject);
  if (!isRecord(document)) {
    throw new ContractError([`${file}:1 The file must contain a mapping at its top level.`]);
  }
  return { document, lineOf, findRewrittenNumbers };

  /** The unquoted numbers that are written differently in JSON, such as `1.10` and `12345678901234567890`. */
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

function describeError({ code, message }: YAMLParseError): string {
  if (code === 'NON_STRING_KEY') return 'A key must be a text.';
  return message.split('\n', 1)[0] ?? '';
}

/** An alias of nothing or of what contains it, and a `<<` of what is no mapping. */
function findUnusableAlias(yaml: Document) {
  const found: { offset: number; message: string }[] = [];
  visit(yaml, {
    Alias(_, alias, ancestors) {
      const { source, range } = alias;
      const target = alias.resolve(yaml);
      const offset = range?.[0] ?? 0;
      if (!target) found.push({ offset, message: `The alias *${source} has no anchor before it.` });
      if (!target || !ancestors.includes(target)) return;
      found.push({ offset, message: `The alias *${source} is a part of its own value.` });
    },
    Pair(_, { key, value }) {
      if (!isScalar(key) || key.value !== '<<' || key.type !== 'PLAIN') return;
      const merged = (isSeq(value) ? value.items : [value]).map((one) =>
        isAlias(one) ? (one.resolve(yaml) ?? one) : one,
      );
      if (merged.every((one) => isMap(one) || isAlias(one))) return;
      found.push({ offset: key.range?.[0] ?? 0, message: 'The value of << must be a mapping.' });
    },
  });
  return found[0];
}

/** Too many aliases are an error without a place. */
function createValue(yaml: Document, reject: (line: number, message: string) => void): unknown {
  try {
    return yaml.toJS({ maxAliasCount });
  } catch (error) {
    return reject(1, (error as Error).message);
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
