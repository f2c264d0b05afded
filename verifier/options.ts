import { OptionError } from '../scripts/command/OptionError.ts';
import { parseCommandLine } from '../scripts/command/parseCommandLine.ts';
import { readNumber, readUrl } from '../scripts/command/readOption.ts';
import { type CheckName, checkNames } from './checks/checks.ts';
import type { EvaluateOptions } from './evaluate/evaluator.ts';
import type { PlanOptions } from './phases/planCases.ts';
import { mergeHeaders, type SentHeaders } from './plan/mergeHeaders.ts';
import { phaseNames } from './plan/phaseNames.ts';
import type { SendOptions } from './send/sender.ts';
import type { StatefulOptions } from './stateful/followLinks.ts';

export interface VerifyOptions extends PlanOptions, SendOptions, StatefulOptions, EvaluateOptions {
  /** How many independent requests are sent at the same time. */
  workers: number;
  /** Whether a run that could not test everything fails. */
  failOnInconclusive: boolean;
  /** Known failures, which do not fail a run. */
  baselineFile: string | undefined;
  /** Where to write the failures of this run as known ones. */
  newBaselineFile: string | undefined;
  /** Path of the contract; defaults to openapi.yaml. */
  contractFile: string | undefined;
  isDryRun: boolean;
  /** How many different failures end a run. */
  maxFailures: number;
  junitFile: string | undefined;
}

const optionTypes = {
  contract: { type: 'string' },
  only: { type: 'string', multiple: true },
  'skip-check': { type: 'string', multiple: true },
  brief: { type: 'string' },
  value: { type: 'string', multiple: true },
  header: { type: 'string', multiple: true },
  phases: { type: 'string', multiple: true },
  'enforce-single-use': { type: 'boolean' },
  'max-response-time': { type: 'string' },
  'allow-writes': { type: 'boolean' },
  rate: { type: 'string' },
  workers: { type: 'string' },
  'fail-on-inconclusive': { type: 'boolean' },
  baseline: { type: 'string' },
  'write-baseline': { type: 'string' },
  timeout: { type: 'string' },
  'dry-run': { type: 'boolean' },
  'max-failures': { type: 'string' },
  'no-wrong-passwords': { type: 'boolean' },
  'public-url': { type: 'string' },
  junit: { type: 'string' },
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

  const { phases, brief, 'public-url': publicUrl } = values;
  const credentials = readCredentials(env);
  const workers = Math.ceil(readNumber('--workers', values.workers, 1));
  return {
    url: readTarget(positionals[0]),
    contractFile: values.contract,
    only: splitLists(values.only),
    skipChecks: readSkippedChecks(values['skip-check']),
    existingValues: new Map([
      ...(brief === undefined ? [] : [['briefId', brief] as const]),
      ...(values.value ?? []).map(readValue),
    ]),
    ...(credentials && { credentials }),
    headers: mergeHeaders(...(values.header ?? []).map(readHeader)),
    ...(phases && {
      phases: new Set(splitLists(phases).map((it) => readName('--phases', phaseNames, it))),
    }),
    enforceSingleUse: values['enforce-single-use'] ?? false,
    maxResponseTimeMs:
      readNumber('--max-response-time', values['max-response-time'], Infinity) * 1000,
    runId: Date.now().toString(36),
    allowWrites: values['allow-writes'] ?? false,
    workers,
    failOnInconclusive: values['fail-on-inconclusive'] ?? false,
    baselineFile: values.baseline,
    newBaselineFile: values['write-baseline'],
    requestsPerSecond: readNumber('--rate', values.rate, 20 * workers),
    timeoutMs: readNumber('--timeout', values.timeout, 10) * 1000,
    isDryRun: values['dry-run'] ?? false,
    maxFailures: readNumber('--max-failures', values['max-failures'], Infinity),
    triesWrongPasswords: !values['no-wrong-passwords'],
    publicUrl: publicUrl === undefined ? undefined : readUrl(publicUrl, '--public-url'),
    junitFile: values.junit,
  };
}

function readTarget(text: string | undefined): URL {
  const url = readUrl(text);
  if (url.username === '' && url.password === '' && url.search === '') return url;

  const advice = "set credentials with --header 'Authorization: Basic …'";
  throw new OptionError(`URL: expected no user and no query; ${advice}`);
}

function readCredentials({
  VERIFY_USER: user,
  VERIFY_PASSWORD: password,
}: Readonly<Record<string, string | undefined>>) {
  if (Boolean(user) !== Boolean(password)) {
    const missing = user ? 'VERIFY_PASSWORD' : 'VERIFY_USER';
    throw new OptionError(`VERIFY_USER and VERIFY_PASSWORD: expected both, ${missing} is not set`);
  }
  return user && password ? { user, password } : undefined;
}

function readName<Name extends string>(option: string, names: readonly Name[], text: string): Name {
  const name = names.find((each) => each === text);
  if (name !== undefined) return name;

  throw new OptionError(`${option}: expected one of ${names.join(', ')}, got "${text}"`);
}

function readSkippedChecks(values: readonly string[] = []): ReadonlySet<CheckName> {
  const skipped = new Set(splitLists(values).map((it) => readName('--skip-check', checkNames, it)));
  if (skipped.size < checkNames.length) return skipped;

  throw new OptionError('--skip-check: at least one check must remain');
}

function readHeader(text: string): SentHeaders {
  const [, name, value = ''] = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):\s*(.*)$/s.exec(text) ?? [];
  if (name === undefined) throw new OptionError(`--header: expected 'Name: value', got "${text}"`);
  // What node:http allows in a header value.
  if (/[^\t\x20-\x7e\x80-\xff]/.test(value))
    throw new OptionError(`--header: expected a value that HTTP allows, got "${value}"`);
  return { [name]: value.trim() };
}

function readValue(text: string): readonly [string, string] {
  const at = text.indexOf('=');
  if (at <= 0) throw new OptionError(`--value: expected NAME=VALUE, got "${text}"`);
  return [text.slice(0, at).trim(), text.slice(at + 1).trim()];
}

function splitLists(values: readonly string[] = []): string[] {
  return values.flatMap((text) => text.split(','));
}
