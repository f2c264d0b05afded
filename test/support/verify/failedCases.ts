import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import type {
  BackendResponse,
  CreateMiddleware,
} from '../../../scripts/reference-backend/exchange.ts';
import { verifyReference } from './runVerifier.ts';

/** Faults by the check that reports them and words of the case that finds them. */
type FaultTable = Readonly<Record<string, Readonly<Record<string, CreateMiddleware>>>>;

/**
 * Starts the reference backend with several faults, of which the first that changes a response does, and resolves
 * to the cases that fail, by check. Session ids begin with S.
 */
export async function failedCases(
  faults: readonly CreateMiddleware[],
  args: readonly string[],
): Promise<string[]> {
  const report = await verifyReference(
    (state) => {
      state.createSessionId = () => `S${randomBytes(16).toString('hex')}`;
      const all = faults.map((create) => create(state));
      return (request, next) => {
        const handle = async (i: number, changes = {}): Promise<BackendResponse> => {
          const middleware = all[i];
          const changed = request.with(changes);
          return middleware
            ? middleware(changed, (more) => handle(i + 1, { ...changes, ...more }))
            : next(changes);
        };
        return handle(0);
      };
    },
    ...args,
  );
  return report.results
    .flatMap(({ testCase, failures }) =>
      failures.map(({ check }) => `${check}: ${testCase.description}`),
    )
    .sort();
}

/** Verifies a server with all faults of a table, and expects a failure for each. */
export async function expectReported(args: string, table: FaultTable): Promise<void> {
  const rows = Object.entries(table).flatMap(([check, faults]) =>
    Object.entries(faults).map(([words, create]) => ({ check, words, create })),
  );
  const failed = await failedCases(
    rows.map(({ create }) => create),
    args.split(' '),
  );
  const missed = rows.filter(
    ({ check, words }) => !failed.some((it) => it.startsWith(check) && it.includes(words)),
  );
  expect(
    missed.map(({ check, words }) => `${check}: ${words}`),
    failed.join('\n'),
  ).toEqual([]);
}
