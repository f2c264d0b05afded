import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import type {
  BackendRequest,
  BackendResponse,
  CreateMiddleware,
} from '../../../scripts/reference-backend/exchange.ts';
import {
  allWritesArguments,
  backendUrl,
  editorCredentials,
  referenceContract,
  runVerifier,
} from './runVerifier.ts';

/** The requests that one fault of a backend affects, and what it responds to them. */
export type FaultRow = readonly [
  matches: (request: BackendRequest) => boolean,
  replacement: BackendResponse | ((response: BackendResponse) => BackendResponse),
];

/**
 * Starts the reference backend with several faults, and resolves to the cases that fail, by check. Session ids
 * begin with S.
 */
export async function failedCases(
  rows: readonly FaultRow[],
  args: readonly string[],
  create: CreateMiddleware = () => (_request, next) => next(),
): Promise<string[]> {
  const url = await backendUrl((state, pause) => {
    state.createSessionId = () => `S${randomBytes(16).toString('hex')}`;
    const middleware = create(state, pause);
    return async (request, next) => {
      const row = rows.find(([matches]) => matches(request));
      if (!row) return middleware(request, next);
      return typeof row[1] === 'function' ? row[1](await middleware(request, next)) : row[1];
    };
  });
  const allArguments = [...allWritesArguments, ...args];
  const report = await runVerifier(referenceContract, url, allArguments, editorCredentials);
  return report.results
    .flatMap(({ testCase, failures }) =>
      failures.map(({ check }) => `${check}: ${testCase.description}`),
    )
    .sort();
}

/** Verifies a server with all faults, and expects a case for each whose description contains the given words. */
export async function expectCases(
  faults: readonly [matches: FaultRow[0], words: string][],
  response: FaultRow[1],
  args: readonly string[],
  prefix: string,
): Promise<void> {
  const rows = faults.map(([matches]): FaultRow => [matches, response]);
  const failed = (await failedCases(rows, args)).join('\n');
  for (const [, words] of faults) expect(failed).toMatch(new RegExp(`${prefix}.*${words}`));
}
