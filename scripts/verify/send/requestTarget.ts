import type { Contract } from '../../../mock-api/contract/index.ts';

/** Where requests are sent. */
export interface RequestTarget {
  url: URL;
  /** The contract's base path, with which encoded requests begin. */
  basePath: string;
  /** Replaces the base path, without a trailing slash; undefined if it is kept. */
  replacement?: string;
}

export interface TargetOptions {
  url: URL;
  /** Replaces the contract's base path. So does the path of the URL, if it has one. */
  basePath?: string;
}

export function createTarget(
  { basePath }: Pick<Contract, 'basePath'>,
  { url, basePath: given }: TargetOptions,
): RequestTarget {
  const path = given ?? url.pathname;
  const isReplaced = given !== undefined || path !== '/';
  return { url, basePath, ...(isReplaced && { replacement: path.replace(/\/+$/, '') }) };
}

/** Path and query at a target, without normalization. */
export function resolveTarget({ basePath, replacement }: RequestTarget, target: string): string {
  return replacement === undefined ? target : replacement + target.slice(basePath.length);
}
