import { OptionError } from '../command/OptionError.ts';
import { type Headers, mergeHeaders } from './plan/mergeHeaders.ts';

interface GivenHeaders {
  headers: Headers;
  operationHeaders: ReadonlyMap<string, Headers>;
}

/** A header; the name of an operation may stand before it, separated by a blank. */
const headerPattern = /^(?:(\S+)\s+)?([!#$%&'*+.^_`|~0-9A-Za-z-]+):\s*(.*)$/s;

/**
 * Parses `--header`.
 * @throws {OptionError} if one of them is malformed
 */
export function readHeaders(texts: readonly string[]): GivenHeaders {
  const given = texts.map((text) => {
    const [, operation, name = '', value = ''] = headerPattern.exec(text) ?? [];
    if (name === '') throw malformed('--header', "'Name: value' or 'OPERATION Name: value'", text);
    // What node:http allows in a header value.
    if (/[^\t\x20-\x7e\x80-\xff]/.test(value))
      throw malformed('--header', 'a value that HTTP allows', value);
    return { operation, headers: { [name]: value.trim() } };
  });
  const operations = new Set(given.flatMap(({ operation }) => operation ?? []));
  const headersOf = (name: string | undefined) =>
    mergeHeaders(...given.filter(({ operation }) => operation === name).map((it) => it.headers));
  return {
    headers: headersOf(undefined),
    operationHeaders: new Map([...operations].map((name) => [name, headersOf(name)])),
  };
}

/**
 * Parses `--auth SCHEME=VARIABLE`; the values are those of the environment variables.
 * @throws {OptionError} if one of them is malformed or its variable is not set
 */
export function readAuth(
  texts: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): ReadonlyMap<string, string> {
  return new Map(
    texts.map((text) => {
      const [, scheme, variable = ''] = /^([^=]+)=(\w+)$/.exec(text) ?? [];
      if (scheme === undefined) throw malformed('--auth', 'SCHEME=VARIABLE', text);
      const value = env[variable];
      if (!value) throw new OptionError(`--auth: the environment variable ${variable} is not set`);
      return [scheme, value];
    }),
  );
}

function malformed(option: string, form: string, text: string): OptionError {
  return new OptionError(`${option}: expected ${form}, got "${text}"`);
}
