import { parseArgs } from 'node:util';
import { OptionError } from './OptionError.ts';
import { type CheckName, checkNames, deprecatedCheckNames } from './plan/checks.ts';
import type { PlanOptions } from './plan/planCases.ts';
import type { SendOptions } from './send/sender.ts';
import type { StatefulOptions } from './stateful/followLinks.ts';

export interface VerifyOptions extends PlanOptions, SendOptions, StatefulOptions {
  /** Path of the contract; defaults to openapi.yaml. */
  contractFile?: string;
  isDryRun: boolean;
  junitFile?: string;
  jsonFile?: string;
}

const optionTypes = {
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
 * Parses the command line; undefined for `--help`.
 * @throws {OptionError} if an option or its value is not valid
 */
export function parseOptions(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): VerifyOptions | undefined {
  const { values, positionals } = parse(args);
  if (values.help) return undefined;
  const { contract, junit, json } = values;
  const credentials = readCredentials(values, env);
  return {
    url: readUrl(positionals),
    ...(contract !== undefined && { contractFile: contract }),
    only: splitLists(values.only),
    skipChecks: new Set(splitLists(values['skip-check']).map(readCheck)),
    knownValues: new Map([
      ...(values.brief === undefined ? [] : [['briefId', values.brief] as const]),
      ...(values.value ?? []).map((text) => readPair('--value', text, '=', 'NAME=VALUE')),
    ]),
    ...(credentials && { credentials }),
    headers: Object.fromEntries(
      (values.header ?? []).map((text) => readPair('--header', text, ':', "'Name: value'")),
    ),
    allowWrites: values['allow-writes'] ?? false,
    maxWrites: readNumber('--max-writes', values['max-writes'], 200, 0),
    requestsPerSecond: readNumber('--rate', values.rate, 20),
    timeoutMs: readNumber('--timeout', values.timeout, 10) * 1000,
    tag: values.tag ?? '[contract-check]',
    isDryRun: values['dry-run'] ?? false,
    ...(junit !== undefined && { junitFile: junit }),
    ...(json !== undefined && { jsonFile: json }),
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: optionTypes, allowPositionals: true });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const [option = 'options'] = /(?<=')-[^\s'=]+/.exec(message) ?? [];
    if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION')
      throw new OptionError(`${option}: unknown option`);
    const isFlag = message.includes('does not take an argument');
    throw new OptionError(`${option}: expected ${isFlag ? 'no value' : 'a value'}`);
  }
}

function readUrl(positionals: readonly string[]): URL {
  const [text, ...more] = positionals;
  if (text === undefined || more.length > 0) {
    throw new OptionError(`URL: expected exactly one, got ${positionals.length}`);
  }
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol)) return url;
  throw new OptionError(`URL: expected a URL that starts with http:// or https://, got "${text}"`);
}

function readCredentials(
  values: { user?: string | undefined; password?: string | undefined },
  env: Readonly<Record<string, string | undefined>>,
) {
  if (values.password !== undefined) {
    throw new OptionError(
      '--password: other users can see a command line; set VERIFY_PASSWORD instead',
    );
  }
  const user = values.user ?? env.VERIFY_USER;
  const password = env.VERIFY_PASSWORD;
  if (Boolean(user) !== Boolean(password)) {
    const missing = user ? 'VERIFY_PASSWORD' : 'VERIFY_USER';
    throw new OptionError(`VERIFY_USER and VERIFY_PASSWORD: expected both, ${missing} is not set`);
  }
  return user && password ? { user, password } : undefined;
}

function readCheck(text: string): CheckName {
  const name = deprecatedCheckNames.get(text) ?? checkNames.find((check) => check === text);
  if (name) return name;
  throw new OptionError(`--skip-check: expected one of ${checkNames.join(', ')}, got "${text}"`);
}

function readPair(
  option: string,
  text: string,
  separator: string,
  form: string,
): readonly [string, string] {
  const at = text.indexOf(separator);
  if (at <= 0) throw new OptionError(`${option}: expected ${form}, got "${text}"`);
  return [text.slice(0, at).trim(), text.slice(at + 1).trim()];
}

function readNumber(option: string, text: string | undefined, fallback: number, min?: 0): number {
  if (text === undefined) return fallback;
  const number = Number(text);
  if (/^\d+(\.\d+)?$/.test(text) && (number > 0 || min === 0)) return number;
  const expected = min === 0 ? 'a number from 0' : 'a number greater than 0';
  throw new OptionError(`${option}: expected ${expected}, got "${text}"`);
}

function splitLists(values: readonly string[] = []): string[] {
  return values.flatMap((text) => text.split(','));
}
