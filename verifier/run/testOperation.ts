import type { Operation } from '#contract';
import { withHeaders } from '../cases/rows/row.ts';
import { isSignIn } from '../checks/credentialFields.ts';
import { isWriteOperation, mayEndSession } from '../checks/isWrite.ts';
import type { Case, Exchange } from '../model.ts';
import type { Client } from './CaseSender.ts';
import type { Runner } from './Runner.ts';
import { repeatRequests } from './repetition.ts';

/** Sends all cases of an operation: the base request first, on which the others depend. */
export async function testOperation(
  runner: Runner,
  operation: Operation,
  client: Client = {},
): Promise<void> {
  const base = runner.planner.createBase(operation);
  if (!base) {
    const reason = 'the contract has no example of a value';
    return runner.skip({ operation, description: 'all cases' }, { reason });
  }

  const cases = runner.planner.plan(operation);
  const ofOutsiders = cases.filter(({ expected }) => expected === 'unauthorized');
  const ofMethods = cases.filter(({ expected }) => expected === 'method');
  const others = cases.filter((it) => !ofOutsiders.includes(it) && !ofMethods.includes(it));

  for (const it of ofOutsiders) await runner.run(it);
  const { missing } = client;
  if (missing) {
    for (const it of [base, ...others]) runner.skip(it, missing);
    for (const it of ofMethods) await runner.run(it);
    return;
  }
  await runFromBase(runner, client, base, [others, ofMethods]);
}

async function runFromBase(
  runner: Runner,
  client: Client,
  base: Case,
  [others, ofMethods]: readonly [readonly Case[], readonly Case[]],
): Promise<void> {
  const first = await sendBase(runner, base, client);
  if (first && hasFailed(runner, first)) {
    const reason = `the base request of ${base.operation.id} fails`;
    for (const it of [...others, ...ofMethods]) runner.skip(it, { reason });
    return;
  }
  for (const it of ofMethods) await runner.run(it);
  const returns = first ? createReturns(runner, base, first) : [];
  for (const it of [...returns, ...others]) await runner.run(it, client);
  if (first && mayRepeat(runner, first))
    await repeatRequests(runner, base, (await client.prepare?.()) ?? undefined);
}

/** Sends the base request, unless the sessions of the run began with it. */
async function sendBase(
  runner: Runner,
  base: Case,
  { prepare }: Client,
): Promise<Exchange | undefined> {
  const isSent = ({ operation, role }: Exchange) =>
    operation === base.operation && role === 'sign-in';
  const { contract, credentials } = runner.options;
  const role = credentials && isSignIn(contract, base.operation) ? 'sign-in' : 'base';
  return runner.exchanges.find(isSent) ?? (await runner.run({ ...base, role }, { prepare }));
}

/** Sessions are compared elsewhere. A deletion, or the end of a session, has no effect the second time. */
function mayRepeat({ options }: Runner, base: Exchange): boolean {
  const { method, security } = base.operation;
  const mayEnd = security.length > 0 && mayEndSession(options.contract, base);
  return base.role !== 'sign-in' && !mayEnd && method !== 'DELETE';
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
function createReturns(runner: Runner, base: Case, { response }: Exchange): Case[] {
  const { status, headers } = response;
  const isWrite = isWriteOperation(runner.options.contract, base.operation);
  if (status !== 200 || isWrite) return [];

  const kept = [
    ['If-None-Match', headers.etag?.[0]],
    ['If-Modified-Since', headers['last-modified']?.[0]],
  ] as const;
  return kept.flatMap(([name, value]): Case[] => {
    if (value === undefined) return [];
    // What follows a 304 shows only on a connection that is kept.
    const request = { ...withHeaders(base.request, { [name]: value }), reusesConnection: true };
    const description = `a browser returns with ${name}`;
    return [{ ...base, description, tolerated: [304], request }];
  });
}
