import { createOperationMatcher, type Operation } from '#contract';
import type { Case, VerifyOptions } from '../model.ts';
import { forwardedHeaders } from '../send/forwardedHeaders.ts';
import type { WireRequest } from '../send/wireRequest.ts';
import { addBodyCases } from './addBodyCases.ts';
import { addParameterCases } from './addParameterCases.ts';
import { createBaseCase } from './baseCase.ts';
import { createBaseValues } from './baseValues.ts';
import { CaseList } from './CaseList.ts';
import { createViolationFinder } from './createViolationFinder.ts';
import { encodeRequest, type RequestValues } from './encodeRequest.ts';
import { bodyRows } from './rows/bodyRows.ts';
import { credentialRows } from './rows/credentialRows.ts';
import { headerRows } from './rows/headerRows.ts';
import { methodRows } from './rows/methodRows.ts';
import { type Row, withHeaders } from './rows/row.ts';

export type Planner = ReturnType<typeof createPlanner>;

/** What may be unusual about a request. Each row is one request of each operation that it fits. */
const rows: readonly Row[] = [...headerRows, ...methodRows, ...bodyRows, ...credentialRows];

/** Creates the functions that make the requests of an operation. */
export function createPlanner(options: VerifyOptions) {
  const { contract } = options;
  const findViolations = createViolationFinder(contract, createOperationMatcher(contract));
  const plans = new Map<Operation, readonly Case[]>();
  return { options, createBase, createValues, encode, plan };

  function createBase(operation: Operation): Case | undefined {
    return createBaseCase(options, operation);
  }

  function createValues(operation: Operation): RequestValues | undefined {
    return createBaseValues(options, operation);
  }

  function encode(operation: Operation, values: RequestValues): WireRequest | undefined {
    return encodeRequest(contract, operation, values);
  }

  /** The cases that follow the base request; none if the contract has no example of a value. */
  function plan(operation: Operation): readonly Case[] {
    const planned = plans.get(operation) ?? createCases(operation);
    plans.set(operation, planned);
    return planned;
  }

  function createCases(operation: Operation): readonly Case[] {
    const base = createBase(operation);
    const values = createValues(operation);
    if (!base || !values) return [];

    const list = new CaseList(options, base, values, findViolations);
    addParameterCases(list);
    addBodyCases(list);
    addOrigins(list);
    addRows(list);
    return list.cases;
  }
}

/** As the host forwards a request, and from origins that nobody trusts. */
function addOrigins(list: CaseList): void {
  const { base, options } = list;
  const { publicUrl } = options;
  if (publicUrl) {
    const forwarded = forwardedHeaders(publicUrl, base.request.method);
    list.addHeaders('as the host of --public-url forwards it', base.request, forwarded);
  }
  for (const origin of findUntrustedOrigins(publicUrl)) {
    const request = withHeaders(base.request, { Origin: origin });
    list.add(`the Origin is ${origin}`, request, { tolerated: [403] });
  }
}

/** Origins that begin with that of the public host, end with its name, and have another letter for its dots. */
function findUntrustedOrigins(publicUrl: URL | undefined): string[] {
  if (!publicUrl) return ['https://page.contract-check.test'];

  const { hostname, origin, protocol } = publicUrl;
  return [
    `${origin}.contract-check.test`,
    `${protocol}//contract-check-${hostname}`,
    `${protocol}//${hostname.replaceAll('.', 'x')}`,
  ];
}

function addRows(list: CaseList): void {
  const { base, operation } = list;
  for (const row of rows) {
    const request = row.change(base.request, operation);
    if (!request || !fits(list, row, request)) continue;

    const { name, tolerated = [], expected } = row;
    const isDecided = expected === 'accept' || expected === 'reject';
    const change = { expected: isDecided ? undefined : expected, tolerated };
    list.addHeaders(name, request, usableHeaders(row, operation), change);
  }
}

/** A server may read any credentials where it needs some. */
function usableHeaders({ expected, headers = {} }: Row, { security }: Operation) {
  if (security.length === 0 || expected === 'unauthorized') return headers;

  const { Authorization: _, ...others } = headers;
  return others;
}

function fits(list: CaseList, { expected }: Row, request: WireRequest): boolean {
  const { operation } = list;
  if (expected === 'method') return isUndeclaredMethod(list, request.method);
  // Whether HEAD changes what GET does is left open.
  if (request.method === 'HEAD' && list.isWrite) return false;
  // HEAD may be an operation of its own.
  if (request.method !== operation.method && methodsOf(list).includes(request.method)) return false;

  const declared = operation.requestBody?.content.map(({ mediaType }) => mediaType) ?? [];
  const { 'Content-Type': type = '' } = request.headers;
  return expected !== 'media type' || !declared.includes(type);
}

/** Planned once for each path. Where GET is declared, HEAD is. */
function isUndeclaredMethod(list: CaseList, method: string): boolean {
  const methods = methodsOf(list);
  const isDeclared = methods.includes(method) || (method === 'HEAD' && methods.includes('GET'));
  const { operation, options } = list;
  const first = options.contract.operations.find(({ path }) => path === operation.path);
  return first === operation && !isDeclared;
}

function methodsOf({ operation, options }: CaseList): string[] {
  return options.contract.operations.flatMap(({ path, method }) =>
    path === operation.path ? method : [],
  );
}
