import type { paths } from '#openapi';
import { assetsPath, basePath, isUnder, livePath, readyPath } from './paths.ts';

/** The contract's paths. One that is added there does not compile until it stands here. */
const contractPaths = Object.keys({
  '/rest/subscriber-feedback/briefs/{briefId}': true,
  '/rest/subscriber-feedback/form-submit': true,
  '/jsp/utilities/tools.jsp': true,
  '/jsp/logout.jsp': true,
  '/rest/alchemyuser/currentUser': true,
} satisfies Record<keyof paths, true>);

const pagePatterns = [
  `${basePath}/{subscriberId}/{briefId}/contact`,
  '/',
  basePath,
  livePath,
  readyPath,
  ...contractPaths,
].map((pattern) => ({
  pattern,
  matches: new RegExp(`^${pattern.replace(/\{\w+\}/g, '[^/]+').replaceAll('.', '\\.')}/?$`),
}));

/**
 * Names an address by what it is for, as a log and a metric may hold it: without ids, and out of a
 * small set however many addresses are asked for.
 */
export function findRoutePattern(address: string, proxyPaths: readonly string[]): string {
  const path = address.split('?', 1)[0] ?? '';
  const page = pagePatterns.find(({ matches }) => matches.test(path));
  if (page) return page.pattern;
  const prefix = [assetsPath, basePath, ...proxyPaths].find((prefix) => isUnder(prefix, path));
  return prefix ? `${prefix}/*` : 'none';
}
