import { findLinks, type Operation, type OperationLink } from '#contract';
import { createBaseCase } from '../cases/baseCase.ts';
import { endsSessionOrResource, isWriteOperation } from '../checks/isWrite.ts';
import { type Case, type Exchange, type Expected, isSuccess } from '../model.ts';
import type { Client } from '../run/CaseSender.ts';
import type { Runner } from '../run/Runner.ts';

/** A function that finds the client for a link to an operation. */
type FindClient = (target: Operation) => Client;

/** The number of links that are followed in a row, because they may be circular. */
const maxDepth = 4;

/** Follows the links of a response and of the responses to these, reads first, until one ends the session. */
export async function followLinks(
  runner: Runner,
  findClient: FindClient,
  { operation, response }: Exchange,
  depth = 0,
): Promise<void> {
  const { contract } = runner.options;
  const links = depth < maxDepth ? findLinks(contract, operation, response.status) : [];
  const isWrite = ({ target }: OperationLink) => Number(isWriteOperation(contract, target));
  for (const found of links.toSorted((a, b) => isWrite(a) - isWrite(b))) {
    const { link, target } = found;
    const exchange = await followLink(runner, findClient(target), operation, found);
    if (!exchange || !isSuccess(exchange)) continue;

    if (link.expectedStatus === undefined)
      await followLinks(runner, findClient, exchange, depth + 1);
    if (endsSessionOrResource(contract, target)) return;
  }
}

/** Follows a link; returns undefined if it cannot be followed. Parameters of links are not resolved. */
async function followLink(
  runner: Runner,
  client: Client,
  source: Operation,
  { link, target }: OperationLink,
): Promise<Exchange | undefined> {
  const base = createBaseCase(runner.options, target);
  if (!base || Object.keys(link.parameters).length > 0) return undefined;

  const testCase: Case = {
    ...base,
    description: `the link "${link.name}" of ${source.id}`,
    role: 'link',
    expected: expectedOfLink(link.expectedStatus),
    tolerated: [],
    mayBeUnknown: false,
    pointer: link.pointer,
  };
  if (!client.missing) return runner.run(testCase, client);

  runner.skip(testCase, client.missing);
  return undefined;
}

function expectedOfLink(status: number | undefined): Expected {
  if (status === undefined) return 'accept';
  if (status === 401) return 'unauthorized';
  return status === 404 ? 'not found' : 'reject';
}
