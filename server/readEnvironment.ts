import type { SocialLink } from '../client/settings.ts';
import {
  parseBaseUrl,
  parseNamedUrls,
  parsePathPrefixes,
  parseRelativePath,
  parseRouteId,
  parseUrl,
  parseUrlOrPath,
  parseWholeNumber,
} from './parseValues.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

const wanted = {
  text: 'it must be some text',
  baseUrl: 'it must be an address such as https://www.example.com, without a query or a fragment',
  url: 'it must be an address such as https://www.example.com/terms',
  urlOrPath: 'it must be an address such as https://www.example.com/a.js, or a path such as /a.js',
  relativePath: 'it must be a path such as studio or partners/studio',
  routeId: 'it must be an id of 1 to 128 characters that can stand in a path',
  pathPrefixes: 'it must be paths such as /rest,/jsp, none of them /, /app or /health',
  namedUrls: 'it must be "name=address, name=address", or "none"',
} as const;

interface Range {
  from: number;
  to: number;
}

const ports: Range = { from: 0, to: 65_535 };

/**
 * Typed readers over an environment. A reader that finds a fault notes it in `faults`, as a sentence,
 * and gives a blank value, so that all faults can be told at once.
 */
export function readEnvironment(env: Environment) {
  const faults: string[] = [];

  function read<Value>(
    name: string,
    want: string,
    parse: (found: string) => Value | undefined,
    blank: Value,
    otherwise?: Value,
  ): Value {
    const found = env[name]?.trim();
    if (!found) {
      if (otherwise === undefined) faults.push(`${name} is not set; ${want}.`);
      return otherwise ?? blank;
    }
    const value = parse(found);
    if (value !== undefined) return value;
    const shown = found.includes('@') ? 'not shown here, as it may hold a password' : `"${found}"`;
    faults.push(`${name} is ${shown}; ${want}.`);
    return blank;
  }

  function wholeNumber(name: string, { from, to }: Range, otherwise: number): number {
    const want = `it must be a whole number from ${from} to ${to}`;
    return read(name, want, (found) => parseWholeNumber(found, from, to), from, otherwise);
  }

  return {
    faults: faults as readonly string[],
    wholeNumber,
    port: (name: string, otherwise: number) => wholeNumber(name, ports, otherwise),
    optionalPort: (name: string) => (env[name]?.trim() ? wholeNumber(name, ports, 0) : undefined),
    text: (name: string, otherwise?: string) =>
      read(name, wanted.text, (found) => found, '', otherwise),
    oneOf: <Choice extends string>(
      name: string,
      choices: readonly Choice[],
      otherwise: NoInfer<Choice>,
    ): Choice => {
      const want = `it must be one of ${choices.join(', ')}`;
      const parse = (found: string) => choices.find((choice) => choice === found);
      return read<Choice>(name, want, parse, otherwise, otherwise);
    },
    baseUrl: (name: string) => read(name, wanted.baseUrl, parseBaseUrl, ''),
    url: (name: string) => read(name, wanted.url, parseUrl, ''),
    urlOrPath: (name: string, otherwise: string) =>
      read(name, wanted.urlOrPath, parseUrlOrPath, '', otherwise),
    relativePath: (name: string) => read(name, wanted.relativePath, parseRelativePath, ''),
    routeId: (name: string) => read(name, wanted.routeId, parseRouteId, ''),
    pathPrefixes: (name: string, otherwise: readonly string[]) =>
      read(name, wanted.pathPrefixes, parsePathPrefixes, [], otherwise),
    namedUrls: (name: string) =>
      read<readonly SocialLink[]>(name, wanted.namedUrls, parseNamedUrls, []),
  };
}
