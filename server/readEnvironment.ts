import type { SocialLink } from '../client/settings.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

const wanted = {
  text: 'it must be some text',
  baseUrl: 'it must be an address such as https://www.example.com, without a query or a fragment',
  url: 'it must be an address such as https://www.example.com/terms',
  urlOrPath: 'it must be an address such as https://www.example.com/a.js, or a path such as /a.js',
  relativePath: 'it must be a path such as studio or partners/studio',
  routeId: 'it must be an id of 1 to 128 characters that can stand in a path',
  pathPrefixes: 'it must be paths such as /rest,/jsp, none of them / alone',
  namedUrls: 'it must be "name=address, name=address", or "none"',
} as const;

const pathSegments = /^[\w\-.~]+(\/[\w\-.~]+)*$/;

/**
 * Typed readers over an environment. A reader that finds a fault notes it in `faults`, as a sentence,
 * and gives a blank value, so that all faults can be told at once.
 */
export function readEnvironment(env: Environment) {
  const faults: string[] = [];

  /** The value as `parse` gives it; `parse` says undefined to what it does not take. */
  function read<Value>(
    name: string,
    want: string,
    parse: (found: string) => Value | undefined,
    blank: Value,
    otherwise?: Value,
  ): Value {
    const found = env[name]?.trim();
    if (!found) {
      if (otherwise !== undefined) return otherwise;
      faults.push(`${name} is not set; ${want}.`);
      return blank;
    }
    const value = parse(found);
    if (value !== undefined) return value;
    const shown = found.includes('@') ? 'not shown here, as it may hold a password' : `"${found}"`;
    faults.push(`${name} is ${shown}; ${want}.`);
    return blank;
  }

  return {
    faults: faults as readonly string[],

    text: (name: string, otherwise?: string) =>
      read(name, wanted.text, (found) => found, '', otherwise),

    wholeNumber: (name: string, range: { from: number; to: number; otherwise: number }) =>
      read(
        name,
        `it must be a whole number from ${range.from} to ${range.to}`,
        (found) => {
          const value = /^\d{1,9}$/.test(found) ? Number(found) : Number.NaN;
          return value >= range.from && value <= range.to ? value : undefined;
        },
        0,
        range.otherwise,
      ),

    oneOf: <Choice extends string>(
      name: string,
      choices: readonly Choice[],
      otherwise: NoInfer<Choice>,
    ): Choice =>
      read(
        name,
        `it must be one of ${choices.join(', ')}`,
        (found) => choices.find((choice) => choice === found),
        otherwise,
        otherwise,
      ),

    /** An address that others are appended to: trailing slashes are taken off. */
    baseUrl: (name: string) =>
      read(
        name,
        wanted.baseUrl,
        (found) => {
          const url = parseUrl(found);
          if (!url || url.search || url.hash) return undefined;
          return url.href.replace(/\/+$/, '');
        },
        '',
      ),

    url: (name: string) => read(name, wanted.url, (found) => parseUrl(found)?.href, ''),

    urlOrPath: (name: string, otherwise: string) =>
      read(
        name,
        wanted.urlOrPath,
        (found) => (/^\/(?!\/)[^\s\\]*$/.test(found) ? found : parseUrl(found)?.href),
        '',
        otherwise,
      ),

    /** Slashes around it are taken off. */
    relativePath: (name: string) =>
      read(name, wanted.relativePath, (found) => plainPath(found), ''),

    routeId: (name: string) =>
      read(
        name,
        wanted.routeId,
        (found) => (/^(?!\.+$)[\w\-.~!$&'()*+,=:@{}]{1,128}$/.test(found) ? found : undefined),
        '',
      ),

    pathPrefixes: (name: string, otherwise: readonly string[]) =>
      read<readonly string[]>(
        name,
        wanted.pathPrefixes,
        (found) =>
          every(found.split(','), (part) => {
            const path = part.trim().startsWith('/') ? plainPath(part.trim()) : undefined;
            return path && `/${path}`;
          }),
        [],
        otherwise,
      ),

    namedUrls: (name: string) =>
      read<readonly SocialLink[]>(
        name,
        wanted.namedUrls,
        (found) => {
          if (found === 'none') return [];
          return every(found.split(/,\s*(?=[^,=]+=https?:)/), (part) => {
            const [, label, address] = part.trim().match(/^([^=]*[^=\s])\s*=\s*(\S+)$/) ?? [];
            const url = address && parseUrl(address)?.href;
            return label && url ? { name: label, url } : undefined;
          });
        },
        [],
      ),
  };
}

function parseUrl(found: string): URL | undefined {
  const url = /^https?:\/\/[^\s\\]+$/i.test(found) ? URL.parse(found) : null;
  return url && !url.username && !url.password ? url : undefined;
}

function plainPath(found: string): string | undefined {
  const path = found.replace(/^\/+|\/+$/g, '');
  const dotted = path.split('/').some((segment) => /^\.+$/.test(segment));
  return pathSegments.test(path) && !dotted ? path : undefined;
}

/** All parts as `parse` gives them, or undefined when it does not take one of them. */
function every<Value>(
  parts: readonly string[],
  parse: (part: string) => Value | undefined,
): Value[] | undefined {
  const values = parts.map(parse).filter((value) => value !== undefined);
  return values.length === parts.length ? values : undefined;
}
