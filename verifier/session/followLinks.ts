import { findLinks, headerText, type Operation, valueAt } from '#contract';
import type { Planner } from '../cases/createPlanner.ts';
import type { RequestValues } from '../cases/encodeRequest.ts';
import { findCredentialFields } from '../checks/requestFields.ts';
import {
  type Case,
  type Exchange,
  type Expected,
  isSuccess,
  readJson,
  type Session,
} from '../model.ts';
import type { Runner } from '../run/Runner.ts';
import type { Access } from '../run/testOperation.ts';
import { isEnding } from './sessionContext.ts';
import { findAccess, type UserSession } from './userSession.ts';

type OperationLink = ReturnType<typeof findLinks>[number];

interface LinkContext {
  runner: Runner;
  planner: Planner;
  user: UserSession;
  /** The client that follows; by default, the one that an operation needs. */
  session?: Session;
}

/** A response with links, and the values of its request. */
interface LinkSource {
  exchange: Exchange;
  values: RequestValues;
}

/** Follows links from the operations that no other one leads to, such as one that creates a resource. */
export async function testLinks(
  context: LinkContext,
  operations: readonly Operation[],
): Promise<void> {
  const { contract } = context.runner.options;
  const targets = contract.operations.flatMap((it) =>
    findLinks(contract, it).flatMap(({ target }) => (target === it ? [] : target)),
  );
  for (const it of operations) {
    const isSignIn = findCredentialFields(contract, it) !== undefined;
    const isStart = findLinks(contract, it).length > 0 && !targets.includes(it) && !isSignIn;
    if (isStart) await followLinksOf(context, it);
  }
}

async function followLinksOf(context: LinkContext, operation: Operation): Promise<void> {
  const { runner, planner } = context;
  const base = planner.createBase(operation);
  const values = planner.createValues(operation);
  if (!base || !values) return;

  const description = 'the request whose links follow';
  const exchange = await runner.run({ ...base, role: undefined, description });
  if (exchange && isSuccess(exchange.response)) await followLinks(context, { exchange, values });
}

/** Ends circular links. */
const maxDepth = 4;

/** Follows each link of a response, and those of the responses to these. At most one, the last, ends what has begun. */
export async function followLinks(
  context: LinkContext,
  source: LinkSource,
  depth = 0,
): Promise<void> {
  const { runner, session, user } = context;
  const { operation, response } = source.exchange;
  const { contract } = runner.options;
  const links = depth < maxDepth ? findLinks(contract, operation, response.status) : [];
  const endings = links.filter(({ target }) => isEnding(contract, target));
  const others = links.filter((it) => !endings.includes(it));
  for (const found of [...others, ...endings.slice(0, 1)]) {
    const access = findAccess(found.target, user, runner.options);
    const next = createLinkCase(context, source, found, access);
    if (!next) continue;

    const exchange = await runner.run(next.testCase, session ? { session } : access);
    const isFollowed = exchange && isSuccess(exchange.response);
    if (isFollowed && found.link.expectedStatus === undefined)
      await followLinks(context, { exchange, values: next.values }, depth + 1);
  }
}

/** Undefined if the response has no value for a parameter, or the contract no example, or if credentials are missing. */
function createLinkCase(
  { planner, runner }: LinkContext,
  source: LinkSource,
  { link, target }: OperationLink,
  { missing }: Access,
): { testCase: Case; values: RequestValues } | undefined {
  const description = `the link "${link.name}" of ${source.exchange.operation.id}`;
  if (missing) {
    runner.skip({ operation: target, description }, missing.reason, missing.option);
    return undefined;
  }
  const base = planner.createBase(target);
  const values = planner.createValues(target);
  const given = findParameters(source, link.parameters, target);
  if (!base || !values || !given) {
    runner.skip({ operation: target, description }, 'the response has no value for a parameter');
    return undefined;
  }
  const linked = { ...values, parameters: new Map([...values.parameters, ...given]) };
  const request = planner.encode(target, linked);
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
  return { testCase, values: linked };
}

function expectedOfLink(status: number | undefined): Expected {
  if (status === undefined) return 'accept';
  if (status === 401) return 'unauthorized';
  return status === 404 ? 'not found' : 'reject';
}

function findParameters(
  source: LinkSource,
  parameters: Readonly<Record<string, unknown>>,
  target: Operation,
): [key: string, value: unknown][] | undefined {
  const found: [string, unknown][] = [];
  for (const [name, expression] of Object.entries(parameters)) {
    const value = resolveExpression(expression, source);
    if (value === undefined) return undefined;

    const parameter = target.parameters.find(
      (it) => it.name === name || `${it.in}.${it.name}` === name,
    );
    if (parameter) found.push([`${parameter.in} ${parameter.name}`, value]);
  }
  return found;
}

/** A constant, or a runtime expression of OpenAPI: `$response.body#/id`, `$response.header.Location`, `$request.path.id`. */
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
