import { findLinks, headerText, type Operation, type OperationLink, valueAt } from '#contract';
import { createBaseCase } from '../cases/baseCase.ts';
import { createBaseValues } from '../cases/baseValues.ts';
import { encodeRequest, type RequestValues } from '../cases/encodeRequest.ts';
import { isSignIn } from '../checks/credentialFields.ts';
import { endsSessionOrResource, isWriteOperation } from '../checks/isWrite.ts';
import { type Case, type Exchange, type Expected, isSuccess, readJson } from '../model.ts';
import type { Client } from '../run/CaseSender.ts';
import type { Runner } from '../run/Runner.ts';

/** A function that finds the client for a link to an operation. */
type FindClient = (target: Operation) => Client;

/** A response with links, and the values of its request. */
interface LinkSource {
  exchange: Exchange;
  values: RequestValues;
}

/** Follows links from the operations to which no other one has a link, such as one that creates a resource. */
export async function testLinks(
  runner: Runner,
  findClient: FindClient,
  operations: readonly Operation[],
): Promise<void> {
  const { contract } = runner.options;
  const targets = contract.operations.flatMap((it) =>
    findLinks(contract, it).flatMap(({ target }) => (target === it ? [] : target)),
  );
  const starts = operations.filter(
    (it) => findLinks(contract, it).length > 0 && !targets.includes(it) && !isSignIn(contract, it),
  );
  for (const operation of starts) {
    const base = createBaseCase(runner.options, operation);
    const values = createBaseValues(runner.options, operation);
    if (!base || !values) continue;

    const description = 'the request whose links follow';
    const exchange = await runner.run({ ...base, description });
    if (exchange && isSuccess(exchange))
      await followLinks(runner, findClient, { exchange, values });
  }
}

/** The number of links that are followed in a row, because they may be circular. */
const maxDepth = 4;

/** Follows the links of a response and of the responses to these, reads first, until one ends the session or resource. */
export async function followLinks(
  runner: Runner,
  findClient: FindClient,
  source: LinkSource,
  depth = 0,
): Promise<void> {
  const { contract } = runner.options;
  const { operation, response } = source.exchange;
  const links = depth < maxDepth ? findLinks(contract, operation, response.status) : [];
  const isWrite = ({ target }: OperationLink) => Number(isWriteOperation(contract, target));
  for (const found of links.toSorted((a, b) => isWrite(a) - isWrite(b))) {
    const { link, target } = found;
    const next = await followLink(runner, findClient(target), source, found);
    if (next && link.expectedStatus === undefined)
      await followLinks(runner, findClient, next, depth + 1);
    if (next && endsSessionOrResource(contract, target)) return;
  }
}

/** Follows a link; returns undefined if it cannot be followed, or leads to an error. */
async function followLink(
  runner: Runner,
  client: Client,
  source: LinkSource,
  { link, target }: OperationLink,
): Promise<LinkSource | undefined> {
  const { options } = runner;
  const base = createBaseCase(options, target);
  const values = createBaseValues(options, target);
  const given = findParameters(source, link.parameters, target);
  const description = `the link "${link.name}" of ${source.exchange.operation.id}`;
  const { missing } = client;
  if (missing || !base || !values || !given) {
    const reason = 'the response has no value for a parameter';
    runner.skip({ operation: target, description }, missing ?? { reason });
    return undefined;
  }
  const linked = { ...values, parameters: new Map([...values.parameters, ...given]) };
  const request = encodeRequest(options.contract, target, linked);
  if (!request) return undefined;

  const testCase: Case = {
    ...base,
    request,
    description,
    role: 'link',
    expected: expectedOfLink(link.expectedStatus),
    tolerated: [],
    mayBeUnknown: false,
    pointer: link.pointer,
  };
  const exchange = await runner.run(testCase, client);
  return exchange && isSuccess(exchange) ? { exchange, values: linked } : undefined;
}

function expectedOfLink(status: number | undefined): Expected {
  if (status === undefined) return 'accept';
  if (status === 401) return 'unauthorized';
  return status === 404 ? 'not found' : 'reject';
}

/** Resolves the parameters of a link; undefined if the response has no value for one. */
function findParameters(
  source: LinkSource,
  parameters: Readonly<Record<string, unknown>>,
  target: Operation,
): (readonly [key: string, value: unknown])[] | undefined {
  const found = Object.entries(parameters).map(([name, expression]) => {
    const parameter = target.parameters.find((it) =>
      [it.name, `${it.in}.${it.name}`].includes(name),
    );
    return [`${parameter?.in} ${parameter?.name}`, resolveExpression(expression, source)] as const;
  });
  return found.some(([, value]) => value === undefined) ? undefined : found;
}

/** Resolves a constant, or a runtime expression of OpenAPI: `$response.body#/id`, `$request.path.id`. */
function resolveExpression(expression: unknown, { exchange, values }: LinkSource): unknown {
  if (typeof expression !== 'string' || !expression.startsWith('$')) return expression;

  const [, part, place = '', name = ''] =
    /^\$(request|response)\.(header|body|path|query)[.#]?(.*)$/s.exec(expression) ?? [];
  if (part === 'request' && place === 'body') return valueAt(values.body, name);
  if (part === 'request') return values.parameters.get(`${place} ${name}`);
  if (part !== 'response') return undefined;
  if (place === 'body') return valueAt(readJson(exchange.response), name);
  return headerText(exchange.response.headers, name);
}
