import type { Contract, SecurityScheme } from '../contract.ts';
import { createMatcher } from '../matchOperation.ts';
import { findMediaType, parseMediaType } from '../mediaType.ts';
import { isSafeMethod, type TestCase } from './testCase.ts';
import type { WireRequest } from './wireRequest.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'];
const FOREIGN_TYPES = ['application/xml', 'text/csv', 'image/png'];

/** Each method that a path does not declare, once; asked at the path's first operation. */
export function methodCases(contract: Contract, base: TestCase): TestCase[] {
  const matchOperation = createMatcher(contract);
  const { operation, request } = base;
  const sharing = contract.operations.find(({ path }) => path === operation.path);
  if (sharing !== operation) return [];
  const [path = ''] = request.target.split('?', 1);
  return METHODS.filter(
    (method) => matchOperation(method, path).kind === 'method not declared',
  ).map((method) => ({
    ...base,
    kind: 'undeclared method',
    what: `The method is ${method}, which the path does not declare.`,
    writes: !isSafeMethod(method),
    needsCredentials: false,
    request: { method, target: path, headers: {} },
  }));
}

/** A good body that claims to be something else. */
export function mediaTypeCases(base: TestCase): TestCase[] {
  const { operation, request } = base;
  const { requestBody } = operation;
  const foreign = FOREIGN_TYPES.find((name) => {
    const type = parseMediaType(name);
    return type && requestBody && !findMediaType(requestBody.content, type);
  });
  if (!foreign || !requestBody || !request.body) return [];
  return [
    {
      ...base,
      kind: 'undeclared media type',
      what: `The body claims to be ${foreign}.`,
      pointer: requestBody.pointer,
      request: { ...request, headers: { ...request.headers, 'Content-Type': foreign } },
    },
  ];
}

/** A protected operation without credentials, and with such as nobody has. */
export function credentialCases(base: TestCase): TestCase[] {
  const { operation } = base;
  const open = operation.security.some((schemes) => schemes.length === 0);
  if (open || operation.security.length === 0) return [];
  const shared = { ...base, needsCredentials: false };
  const bad = operation.security.flatMap((schemes) => {
    const request = schemes.reduce<WireRequest | undefined>(putBadCredentials, base.request);
    const names = schemes.map(({ name }) => name).join(' and ');
    const what = `The credentials for ${names} are wrong.`;
    return request ? [{ ...shared, kind: 'bad credentials' as const, what, request }] : [];
  });
  return [{ ...shared, kind: 'no credentials', what: 'There are no credentials.' }, ...bad];
}

const NOBODY = 'contract-check-nobody';

function putBadCredentials(
  request: WireRequest | undefined,
  { type, scheme, in: place, key = '' }: SecurityScheme,
): WireRequest | undefined {
  if (!request || type === 'mutualTLS') return undefined;
  const { headers, target } = request;
  const withHeader = (name: string, value: string) => ({
    ...request,
    headers: { ...headers, [name]: value },
  });
  if (type !== 'apiKey') {
    const pair = Buffer.from(`${NOBODY}:${NOBODY}`).toString('base64');
    return withHeader('Authorization', scheme === 'basic' ? `Basic ${pair}` : `Bearer ${NOBODY}`);
  }
  if (place === 'header') return withHeader(key, NOBODY);
  if (place === 'query') {
    const pair = `${encodeURIComponent(key)}=${NOBODY}`;
    return { ...request, target: `${target}${target.includes('?') ? '&' : '?'}${pair}` };
  }
  const cookies = headers.Cookie === undefined ? '' : `${headers.Cookie}; `;
  return withHeader('Cookie', `${cookies}${key}=${NOBODY}`);
}
