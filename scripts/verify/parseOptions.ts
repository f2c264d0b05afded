import {
  type CheckName,
  checkNames,
  mergeHeaders,
  type SentHeaders,
  type VerifyOptions,
} from '#verifier';
import { OptionError } from '../command/OptionError.ts';
import { parseCommandLine } from '../command/parseCommandLine.ts';
import { readNumber, readUrl } from '../command/readOption.ts';

export interface CommandOptions extends Omit<VerifyOptions, 'contract'> {
  /** The path of the contract; `openapi.yaml` by default. */
  contractFile: string | undefined;
  /** The path of the known failures, which do not fail a run. */
  baselineFile: string | undefined;
  /** The path to which the failures of this run are written as known ones. */
  newBaselineFile: string | undefined;
}

const optionTypes = {
  contract: { type: 'string' },
  only: { type: 'string', multiple: true },
  'skip-check': { type: 'string', multiple: true },
  brief: { type: 'string' },
  value: { type: 'string', multiple: true },
  header: { type: 'string', multiple: true },
  'enforce-single-use': { type: 'boolean' },
  'allow-writes': { type: 'boolean' },
  rate: { type: 'string' },
  baseline: { type: 'string' },
  'write-baseline': { type: 'string' },
  timeout: { type: 'string' },
  'no-wrong-passwords': { type: 'boolean' },
  'public-url': { type: 'string' },
} as const;

/**
 * Parses the command line. Returns undefined for `--help`.
 * @throws {OptionError} if an option or its value is not valid
 */
export function parseOptions(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): CommandOptions | undefined {
  requireOwnOptions(env);
  const { values, positionals } = parseCommandLine(args, {
    options: optionTypes,
    positionals: ['URL'],
  });
  if (values.help) return undefined;

  const { 'public-url': publicUrl } = values;
  return {
    url: readTarget(positionals[0]),
    contractFile: values.contract,
    only: splitLists(values.only),
    skipChecks: readSkippedChecks(values['skip-check']),
    allowWrites: values['allow-writes'] ?? false,
    enforceSingleUse: values['enforce-single-use'] ?? false,
    baselineFile: values.baseline,
    newBaselineFile: values['write-baseline'],
    ...readExistingValues(values),
    publicUrl: publicUrl === undefined ? undefined : readUrl(publicUrl, '--public-url'),
    triesWrongPasswords: !values['no-wrong-passwords'],
    credentials: readCredentials(env),
    headers: mergeHeaders(...(values.header ?? []).map(readHeader)),
    requestsPerSecond: readNumber('--rate', values.rate, 20),
    timeoutMs: readNumber('--timeout', values.timeout, 10) * 1000,
  };
}

/**
 * Checks that npm has not taken an option for one of its own, which it then keeps in a variable.
 * @throws {OptionError}
 */
function requireOwnOptions(env: Readonly<Record<string, string | undefined>>): void {
  const taken = Object.keys(optionTypes).find(
    (name) => env[`npm_config_${name.replaceAll('-', '_')}`] !== undefined,
  );
  if (taken === undefined) return;

  const form = 'npm run verify "--" URL --brief ID';
  throw new OptionError(
    `--${taken}: npm has taken this option, because the shell removed the two dashes before it; write ${form}`,
  );
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

  // A character that node:http does not allow in a header value.
  if (/[^\t\x20-\x7e\x80-\xff]/.test(value)) {
    throw new OptionError(`--header: expected a value that HTTP allows, got "${value}"`);
  }
  return { [name]: value.trim() };
}

/** Reads `--brief`, as ID or as ID=TEXT with a text of the brief, and `--value`. */
function readExistingValues({ brief, value = [] }: { brief?: string; value?: string[] }) {
  const existingValues = new Map<string, string>();
  const expectedTexts = new Map<string, string>();
  if (brief !== undefined) {
    const [, id = brief, text] = /^([^=]+)=(.+)$/s.exec(brief) ?? [];
    existingValues.set('briefId', id);
    if (text !== undefined) expectedTexts.set('briefId', text);
  }
  for (const text of value) {
    const at = text.indexOf('=');
    if (at <= 0) throw new OptionError(`--value: expected NAME=VALUE, got "${text}"`);

    existingValues.set(text.slice(0, at).trim(), text.slice(at + 1).trim());
  }
  return { existingValues, expectedTexts };
}

function splitLists(values: readonly string[] = []): string[] {
  return values.flatMap((text) => text.split(','));
}
