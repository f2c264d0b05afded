import { parseArgs } from 'node:util';
import { type CheckName, checkNames } from '../../mock-api/contract/cases/checks.ts';

export interface VerifyOptions {
  url: URL;
  contractFile?: string;
  /** Ids of operations; empty: all. */
  only: readonly string[];
  skipChecks: ReadonlySet<CheckName>;
  known: ReadonlyMap<string, string>;
  credentials?: { user: string; password: string };
  /** Sent with every request. */
  headers: Readonly<Record<string, string>>;
  allowWrites: boolean;
  maxWrites: number;
  /** Requests per second. */
  rate: number;
  /** Milliseconds for one request. */
  timeout: number;
  tag: string;
  dryRun: boolean;
  junit?: string;
  json?: string;
}

/** A fault in how the verifier was called, as a sentence. */
export class OptionFault extends Error {
  override name = 'OptionFault';
}

const OPTIONS = {
  contract: { type: 'string' },
  only: { type: 'string', multiple: true },
  'skip-check': { type: 'string', multiple: true },
  brief: { type: 'string' },
  value: { type: 'string', multiple: true },
  user: { type: 'string' },
  password: { type: 'string' },
  header: { type: 'string', multiple: true },
  'allow-writes': { type: 'boolean' },
  'max-writes': { type: 'string' },
  rate: { type: 'string' },
  timeout: { type: 'string' },
  tag: { type: 'string' },
  'dry-run': { type: 'boolean' },
  junit: { type: 'string' },
  json: { type: 'string' },
  help: { type: 'boolean' },
} as const;

/**
 * Reads the command line; undefined where it asks for help.
 * @throws {OptionFault} where something in it cannot be meant
 */
export function readOptions(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): VerifyOptions | undefined {
  const { values, positionals } = parse(args);
  if (values.help) return undefined;
  const [address, ...more] = positionals;
  if (address === undefined || more.length > 0) throw new OptionFault('Give one URL.');
  if (values.password !== undefined) {
    throw new OptionFault(
      'A password on the command line can be seen by others: set VERIFY_PASSWORD instead.',
    );
  }
  const user = values.user ?? env.VERIFY_USER;
  const password = env.VERIFY_PASSWORD;
  if (Boolean(user) !== Boolean(password)) {
    throw new OptionFault(
      'VERIFY_USER and VERIFY_PASSWORD belong together; one of them is missing.',
    );
  }
  const { contract, junit, json } = values;
  return {
    url: readUrl(address),
    ...(contract !== undefined && { contractFile: contract }),
    only: (values.only ?? []).flatMap((text) => text.split(',')),
    skipChecks: new Set(
      (values['skip-check'] ?? []).flatMap((text) => text.split(',')).map(readCheck),
    ),
    known: new Map([
      ...(values.brief === undefined ? [] : [['briefId', values.brief] as const]),
      ...(values.value ?? []).map((text) => readPair(text, '=', '--value NAME=VALUE')),
    ]),
    ...(user && password && { credentials: { user, password } }),
    headers: Object.fromEntries(
      (values.header ?? []).map((text) => readPair(text, ':', "--header 'Name: value'")),
    ),
    allowWrites: values['allow-writes'] ?? false,
    maxWrites: readNumber('max-writes', values['max-writes'], 200),
    rate: readNumber('rate', values.rate, 20),
    timeout: readNumber('timeout', values.timeout, 10) * 1000,
    tag: values.tag ?? '[contract-check]',
    dryRun: values['dry-run'] ?? false,
    ...(junit !== undefined && { junit }),
    ...(json !== undefined && { json }),
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new OptionFault(error instanceof Error ? error.message : String(error));
  }
}

function readUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol)) return url;
  throw new OptionFault(`"${text}" is no address that begins with http:// or https://.`);
}

function readCheck(text: string): CheckName {
  const name = checkNames.find((known) => known === text);
  if (name) return name;
  throw new OptionFault(`There is no check "${text}". There are ${checkNames.join(', ')}.`);
}

function readPair(text: string, mark: string, form: string): readonly [string, string] {
  const at = text.indexOf(mark);
  if (at <= 0) throw new OptionFault(`"${text}" is not of the form ${form}.`);
  return [text.slice(0, at).trim(), text.slice(at + 1).trim()];
}

function readNumber(name: string, text: string | undefined, usual: number): number {
  if (text === undefined) return usual;
  const number = Number(text);
  if (/^\d+(\.\d+)?$/.test(text) && (number > 0 || name === 'max-writes')) return number;
  throw new OptionFault(`--${name} takes a positive number, not "${text}".`);
}
