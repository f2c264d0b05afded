import { readFileSync } from 'node:fs';
import { OptionError } from '../command/OptionError.ts';
import { parseCommandLine } from '../command/parseCommandLine.ts';
import { readNumber, readUrl } from '../command/readOption.ts';
import { type CheckName, checkNames } from './checks/checks.ts';
import type { EvaluateOptions } from './evaluate/evaluator.ts';
import { readAuth, readHeaders } from './headerOptions.ts';
import type { PlanOptions } from './phases/planCases.ts';
import { phaseNames } from './plan/phaseNames.ts';
import type { SendOptions } from './send/sender.ts';
import type { StatefulOptions } from './stateful/followLinks.ts';

export interface VerifyOptions extends PlanOptions, SendOptions, StatefulOptions, EvaluateOptions {
  isThorough: boolean;
  /** How many independent requests are sent at the same time. */
  workers: number;
  /** The run is interrupted after this time. */
  maxTimeMs: number;
  /** Whether a run that could not test everything fails. */
  failOnInconclusive: boolean;
  /** Known failures, which do not fail a run. */
  baselineFile: string | undefined;
  /** Where to write the failures of this run as known ones. */
  newBaselineFile: string | undefined;
  /** Whether failures are printed as annotations of a GitHub workflow. */
  annotates: boolean;
  /** Path of the contract; defaults to openapi.yaml. */
  contractFile: string | undefined;
  isDryRun: boolean;
  junitFile: string | undefined;
  jsonFile: string | undefined;
}

const optionTypes = {
  contract: { type: 'string' },
  only: { type: 'string', multiple: true },
  'skip-check': { type: 'string', multiple: true },
  brief: { type: 'string', multiple: true },
  value: { type: 'string', multiple: true },
  header: { type: 'string', multiple: true },
  auth: { type: 'string', multiple: true },
  'base-path': { type: 'string' },
  phases: { type: 'string', multiple: true },
  thorough: { type: 'boolean' },
  'enforce-single-use': { type: 'boolean' },
  'max-response-time': { type: 'string' },
  'allow-writes': { type: 'boolean' },
  'max-writes': { type: 'string' },
  rate: { type: 'string' },
  workers: { type: 'string' },
  'max-time': { type: 'string' },
  'fail-on-inconclusive': { type: 'boolean' },
  baseline: { type: 'string' },
  'write-baseline': { type: 'string' },
  ca: { type: 'string' },
  cert: { type: 'string' },
  key: { type: 'string' },
  insecure: { type: 'boolean' },
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
  const { phases, 'base-path': basePath } = values;
  const credentials = readCredentials(env);
  const given = [
    ...(values.brief ?? []).map((id) => ['briefId', id] as const),
    ...(values.value ?? []).map(readValue),
  ];
  const workers = Math.ceil(readNumber('--workers', values.workers, 1));
  const { ca, cert, key, insecure } = values;
  return {
    url: readTarget(positionals[0]),
    contractFile: values.contract,
    only: splitLists(values.only),
    skipChecks: readSkippedChecks(values['skip-check']),
    existingValues: new Map([...given].reverse()),
    otherValues: new Map(given.filter(([name], i) => given.findIndex((it) => it[0] === name) < i)),
    ...(credentials && { credentials }),
    ...readHeaders(values.header ?? []),
    auth: readAuth(values.auth ?? [], env),
    ...(basePath !== undefined && { basePath: readBasePath(basePath) }),
    ...(phases && {
      phases: new Set(splitLists(phases).map((it) => readName('--phases', phaseNames, it))),
    }),
    isThorough: values.thorough ?? false,
    enforceSingleUse: values['enforce-single-use'] ?? false,
    maxResponseTimeMs:
      readNumber('--max-response-time', values['max-response-time'], Infinity) * 1000,
    runId: Date.now().toString(36),
    allowWrites: values['allow-writes'] ?? false,
    maxWrites: readNumber('--max-writes', values['max-writes'], 1000, 0),
    workers,
    maxTimeMs: readNumber('--max-time', values['max-time'], Infinity) * 1000,
    failOnInconclusive: values['fail-on-inconclusive'] ?? false,
    baselineFile: values.baseline,
    newBaselineFile: values['write-baseline'],
    annotates: env.GITHUB_ACTIONS === 'true',
    tls: {
      ...(ca !== undefined && { ca: readFileSync(ca) }),
      ...(cert !== undefined && { cert: readFileSync(cert) }),
      ...(key !== undefined && { key: readFileSync(key) }),
      ...(insecure && { rejectUnauthorized: false }),
    },
    requestsPerSecond: readNumber('--rate', values.rate, 20 * workers),
    timeoutMs: readNumber('--timeout', values.timeout, 10) * 1000,
    tag: values.tag ?? '[contract-check]',
    isDryRun: values['dry-run'] ?? false,
    junitFile: values.junit,
    jsonFile: values.json,
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

function readBasePath(text: string): string {
  if (/^\/[^?#]*$/.test(text)) return text;
  throw new OptionError(`--base-path: expected a path that starts with /, got "${text}"`);
}

function readValue(text: string): readonly [string, string] {
  const at = text.indexOf('=');
  if (at <= 0) throw new OptionError(`--value: expected NAME=VALUE, got "${text}"`);
  return [text.slice(0, at).trim(), text.slice(at + 1).trim()];
}

function splitLists(values: readonly string[] = []): string[] {
  return values.flatMap((text) => text.split(','));
}
