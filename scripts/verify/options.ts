import { OptionError } from '../command/OptionError.ts';
import { parseCommandLine } from '../command/parseCommandLine.ts';
import { readNumber, readUrl } from '../command/readOption.ts';
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
} as const;

/**
 * Parses the command line; undefined for `--help`.
 * @throws {OptionError} if an option or its value is not valid
 */
export function parseOptions(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): VerifyOptions | undefined {
  const { values, positionals } = parseCommandLine(args, {
    options: optionTypes,
    positionals: ['URL'],
  });
  if (values.help) return undefined;
  const { contract, junit, json } = values;
  const credentials = readCredentials(values, env);
  return {
    url: readUrl(positionals[0]),
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

function splitLists(values: readonly string[] = []): string[] {
  return values.flatMap((text) => text.split(','));
}
