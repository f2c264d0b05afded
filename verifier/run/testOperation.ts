import type { Operation } from '#contract';
import { createBaseCase } from '../cases/baseCase.ts';
import { withHeaders } from '../cases/modifications/modification.ts';
import { isSignIn } from '../checks/credentialFields.ts';
import { isWriteOperation, mayEndSession } from '../checks/isWrite.ts';
import type { Case, Exchange } from '../model.ts';
import type { Client } from './CaseSender.ts';
import type { Runner } from './Runner.ts';
import { repeatRequests } from './repeatRequests.ts';

/** Sends the cases of an operation. If its base request fails, most others are not sent. */
export async function testOperation(
  runner: Runner,
  operation: Operation,
  client: Client = {},
): Promise<void> {
  const base = createBaseCase(runner.options, operation);
  if (!base) {
    const reason = 'the contract has no example of a value';
    return runner.skip({ operation, description: 'all cases' }, { reason });
  }

  const {
    unauthorized = [],
    method: methods = [],
    others = [],
  } = Object.groupBy(runner.plan(operation), ({ expected }) =>
    expected === 'unauthorized' || expected === 'method' ? expected : 'others',
  );
  await runAll(runner, unauthorized);
  const { missing } = client;
  if (missing) {
    for (const it of [base, ...others]) runner.skip(it, missing);
    return runAll(runner, methods);
  }
  const first = await sendBase(runner, base, client);
  if (first && hasFailed(runner, first)) {
    const reason = `the base request of ${operation.id} fails`;
    for (const it of [...others, ...methods]) runner.skip(it, { reason });
    return;
  }
  await runAll(runner, methods);
  const conditional = first ? createConditionalReads(runner, base, first) : [];
  await runAll(runner, [...conditional, ...others], client);
  if (first && mayRepeat(runner, first))
    await repeatRequests(runner, base, (await client.prepare?.()) ?? undefined);
}

async function runAll(runner: Runner, cases: readonly Case[], client?: Client): Promise<void> {
  for (const it of cases) await runner.run(it, client);
}

/** Sends the base request, unless it is the sign-in with which the sessions of the run began. */
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

/** Whether a base request may be repeated. A deletion or a sign-out has no effect the second time. */
function mayRepeat({ options }: Runner, base: Exchange): boolean {
  const { method, security } = base.operation;
  const mayEnd = security.length > 0 && mayEndSession(options.contract, base);
  // Sessions are compared elsewhere.
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

/** Creates reads with the validators of a response, as a browser sends them (RFC 9111, 4.3). */
function createConditionalReads(runner: Runner, base: Case, { response }: Exchange): Case[] {
  const { status, headers } = response;
  const isWrite = isWriteOperation(runner.options.contract, base.operation);
  if (status !== 200 || isWrite) return [];

  const validators = [
    ['If-None-Match', headers.etag?.[0]],
    ['If-Modified-Since', headers['last-modified']?.[0]],
  ] as const;
  return validators.flatMap(([name, value]): Case[] => {
    if (value === undefined) return [];

    // Bytes after a 304 are noticed only on a connection that is kept.
    const request = { ...withHeaders(base.request, { [name]: value }), reusesConnection: true };
    const description = `a browser returns with ${name}`;
    return [{ ...base, description, tolerated: [304], request }];
  });
}
