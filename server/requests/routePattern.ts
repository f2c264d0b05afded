import type { paths } from '#openapi';
import { assetsPath, basePath, isUnder, livePath, readyPath } from '../paths.ts';

/**
 * The contract's paths, each with a pattern of its own, and their methods. A path that is missing here has the
 * pattern of its prefix, such as `/rest/*`. A path that the contract does not have does not compile.
 */
const contractOperations = {
  '/rest/subscriber-feedback/briefs/{briefId}': 'GET',
  '/rest/subscriber-feedback/form-submit': 'POST',
  '/jsp/utilities/tools.jsp': 'POST',
  '/jsp/logout.jsp': 'GET',
  '/rest/alchemyuser/currentUser': 'GET',
} satisfies { [Path in keyof paths]?: 'GET' | 'POST' };

const pagePattern = `${basePath}/{subscriberId}/{briefId}/contact`;

/** The route patterns of the page and of the contract, with their methods. */
export const knownOperations = Object.entries({ [pagePattern]: 'GET', ...contractOperations });

const patterns = ['/', basePath, livePath, readyPath, ...knownOperations.map(([route]) => route)];

const matchers = patterns.map((pattern) => ({
  pattern,
  regex: new RegExp(`^${pattern.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
}));

/**
 * Returns the route pattern of a URL for logs and metrics: it contains no ids, and the set of patterns
 * is small whatever URLs clients request.
 *
 * @example
 * routePattern('/jsp/unknown?x', ['/rest', '/jsp']); // '/jsp/*'
 */
export function routePattern(url: string, proxyPaths: readonly string[]): string {
  const path = url.split('?', 1)[0] ?? '';
  const plainPath = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
  const match = matchers.find(({ regex }) => regex.test(plainPath));
  if (match) return match.pattern;

  const prefix = [assetsPath, basePath, ...proxyPaths].find((prefix) => isUnder(prefix, path));
  return prefix ? `${prefix}/*` : 'none';
}
