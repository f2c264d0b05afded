import type { Operation } from '#contract';
import type { Planner } from '../cases/createPlanner.ts';
import { withHeaders } from '../cases/rows/row.ts';
import { isWriteOperation, mayEndSession } from '../checks/isWrite.ts';
import type { Case, Exchange, SkippedCase } from '../model.ts';
import type { Runner, RunOptions } from './Runner.ts';
import { repeatRequests } from './repetition.ts';

/** By which client an operation is used. */
export interface Access extends RunOptions {
  /** Why the operation cannot be used; undefined if it can. */
  missing?: Pick<SkippedCase, 'reason' | 'option'> | undefined;
}

interface OperationContext extends Access {
  runner: Runner;
  planner: Planner;
  operation: Operation;
}

/** Sends all cases of an operation: the base request first, on which the others depend. */
export async function testOperation(context: OperationContext): Promise<void> {
  const { runner, planner, operation, missing } = context;
  const base = planner.createBase(operation);
  if (!base)
    return runner.skip(
      { operation, description: 'all cases' },
      'the contract has no example of a value',
    );

  const cases = planner.plan(operation);
  const ofOutsiders = cases.filter(({ expected }) => expected === 'unauthorized');
  const ofMethods = cases.filter(({ expected }) => expected === 'method');
  const others = cases.filter((it) => !ofOutsiders.includes(it) && !ofMethods.includes(it));

  for (const it of ofOutsiders) await runner.run(it);
  if (missing) {
    for (const it of [base, ...others]) runner.skip(it, missing.reason, missing.option);
    for (const it of ofMethods) await runner.run(it);
    return;
  }
  await runFromBase(context, base, others, ofMethods);
}

async function runFromBase(
  { runner, planner, operation, prepare, recover }: OperationContext,
  base: Case,
  others: readonly Case[],
  ofMethods: readonly Case[],
): Promise<void> {
  const { contract } = runner.options;
  // The sessions of the run began with it.
  const sent = runner.exchanges.find((it) => it.operation === operation && it.role === 'sign-in');
  const first = sent ?? (await runner.run(base, { prepare }));
  if (first && hasFailed(runner, first)) {
    for (const it of [...others, ...ofMethods])
      runner.skip(it, `the base request of ${operation.id} fails`);
    return;
  }
  for (const it of ofMethods) await runner.run(it);

  const isWrite = isWriteOperation(contract, operation);
  const returns = first && !isWrite ? createReturns(base, first) : [];
  for (const it of [...returns, ...others]) await runner.run(it, { prepare, recover });
  // Sessions are compared elsewhere. A deletion, or the end of a session, has no effect the second time.
  const mayEnd = operation.security.length > 0 && mayEndSession(contract, base);
  if (!first || sent || mayEnd || operation.method === 'DELETE') return;
  await repeatRequests({ runner, planner, base, session: (await prepare?.()) ?? undefined });
}

const blockingChecks = [
  'response_received',
  'not_a_server_error',
  'status_code_conformance',
  // The same page for every path, for example.
  'content_type_conformance',
  'positive_data_acceptance',
];

/** Whether a base request shows that the operation does not work. A read that works the second time does. */
function hasFailed({ failures }: Runner, exchange: Exchange): boolean {
  return failures.some(
    (failure) =>
      failure.exchange === exchange &&
      blockingChecks.includes(failure.check) &&
      failure.isRepeatable !== false,
  );
}

/** A browser asks whether what it has kept is still current (RFC 9111, 4.3). */
function createReturns(base: Case, { response: { status, headers } }: Exchange): Case[] {
  if (status !== 200) return [];

  const kept = [
    ['If-None-Match', headers.etag?.[0]],
    ['If-Modified-Since', headers['last-modified']?.[0]],
  ] as const;
  return kept.flatMap(([name, value]): Case[] => {
    if (value === undefined) return [];
    // What follows a 304 shows only on a connection that is kept.
    const request = { ...withHeaders(base.request, { [name]: value }), reusesConnection: true };
    const description = `a browser returns with ${name}`;
    return [{ ...base, role: undefined, description, tolerated: [304], request }];
  });
}
