import type { Operation } from '#contract';
import type { Case, VerifyOptions } from '../model.ts';
import { forwardedHeaders } from '../send/forwardedHeaders.ts';
import type { WireRequest } from '../send/wireRequest.ts';
import { addBodyCases } from './addBodyCases.ts';
import { addParameterCases } from './addParameterCases.ts';
import { createBaseCase } from './baseCase.ts';
import { createBaseValues } from './baseValues.ts';
import { CaseList } from './CaseList.ts';
import { createViolationFinder } from './createViolationFinder.ts';
import { bodyModifications } from './modifications/bodyModifications.ts';
import { credentialModifications, trustedUser } from './modifications/credentialModifications.ts';
import { headerModifications } from './modifications/headerModifications.ts';
import { methodModifications } from './modifications/methodModifications.ts';
import { type Modification, withHeaders } from './modifications/modification.ts';

/**
 * Creates the function that plans the cases of an operation which follow its base request: none if the contract has no
 * example of a required value.
 */
export function createPlanner(options: VerifyOptions) {
  const findViolations = createViolationFinder(options.contract);
  const plans = new Map<Operation, readonly Case[]>();
  return (operation: Operation): readonly Case[] => {
    const planned = plans.get(operation) ?? createCases(operation);
    plans.set(operation, planned);
    return planned;
  };

  function createCases(operation: Operation): readonly Case[] {
    const base = createBaseCase(options, operation);
    const values = createBaseValues(options, operation);
    if (!base || !values) return [];

    const list = new CaseList(options, base, values, findViolations);
    addParameterCases(list);
    addBodyCases(list);
    addOrigins(list);
    addModifications(list);
    return list.cases;
  }
}

/** Adds the request as the host forwards it, and requests of untrusted origins. */
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

/** Finds origins that begin with that of the public host, end with its name, or have another letter for its dots. */
function findUntrustedOrigins(publicUrl: URL | undefined): string[] {
  if (!publicUrl) return ['https://page.contract-check.test'];

  const { hostname, origin, protocol } = publicUrl;
  return [
    `${origin}.contract-check.test`,
    `${protocol}//contract-check-${hostname}`,
    `${protocol}//${hostname.replaceAll('.', 'x')}`,
  ];
}

const modifications: readonly Modification[] = [
  ...headerModifications,
  ...methodModifications,
  ...bodyModifications,
  ...credentialModifications,
];

function addModifications(list: CaseList): void {
  const { base, operation } = list;
  for (const modification of modifications) {
    const request = modification.modify(base.request, operation);
    if (!request || !applies(list, modification, request)) continue;

    const { name, tolerated = [], expected } = modification;
    const headers = usableHeaders(modification, list);
    list.addHeaders(name, request, headers, { expected, tolerated });
  }
}

/** Returns the headers of a modification, without credentials that a protected operation may interpret. */
function usableHeaders({ expected, headers = {} }: Modification, { operation, options }: CaseList) {
  const { user = trustedUser } = options.credentials ?? {};
  const isTested = operation.security.length === 0 || expected === 'unauthorized';
  const entries = Object.entries(headers).filter(([name]) => isTested || name !== 'Authorization');
  return Object.fromEntries(
    entries.map(([name, value]) => [name, value === trustedUser ? user : value]),
  );
}

/** Whether a modified request is worth sending: not if the contract declares its method or media type after all. */
function applies(
  { isWrite, operation, options }: CaseList,
  { expected }: Modification,
  { method, headers }: WireRequest,
): boolean {
  const siblings = options.contract.operations.filter(({ path }) => path === operation.path);
  const methods = siblings.map((it) => it.method);
  // The first operation of a path stands for all.
  if (expected === 'method') {
    const isDeclared = methods.includes(method) || (method === 'HEAD' && methods.includes('GET'));
    return siblings[0] === operation && !isDeclared;
  }
  // Whether HEAD changes what GET changes is undefined.
  if (method === 'HEAD' && isWrite) return false;
  // HEAD may be an operation of its own.
  if (method !== operation.method && methods.includes(method)) return false;

  const declared = operation.requestBody?.content.map(({ mediaType }) => mediaType) ?? [];
  return expected !== 'media type' || !declared.includes(headers['Content-Type'] ?? '');
}
