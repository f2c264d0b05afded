import type { Contract, SecurityScheme } from '../../../mock-api/contract/contract.ts';
import { createOperationMatcher } from '../../../mock-api/contract/http/matchOperation.ts';
import { findMediaType, parseMediaType } from '../../../mock-api/contract/http/mediaType.ts';
import { isSafeMethod, type TestCase } from './testCase.ts';
import type { WireRequest } from './wireRequest.ts';

const allMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'];
const mediaTypeCandidates = ['application/xml', 'text/csv', 'image/png'];

/** Each method that a path does not declare. Planned once per path, with its first operation. */
export function methodCases(contract: Contract, base: TestCase): TestCase[] {
  const matchOperation = createOperationMatcher(contract);
  const { operation, request } = base;
  const firstOperation = contract.operations.find(({ path }) => path === operation.path);
  if (firstOperation !== operation) return [];
  const [path = ''] = request.target.split('?', 1);
  return allMethods
    .filter((method) => matchOperation(method, path).kind === 'method not declared')
    .map((method) => ({
      ...base,
      kind: 'undeclared method',
      description: `The method is ${method}, which the path does not declare.`,
      isWrite: !isSafeMethod(method),
      needsCredentials: false,
      request: { method, target: path, headers: {} },
    }));
}

/** The base request with a `Content-Type` that the operation does not declare. */
export function mediaTypeCases(base: TestCase): TestCase[] {
  const { operation, request } = base;
  const { requestBody } = operation;
  const undeclared = mediaTypeCandidates.find((name) => {
    const type = parseMediaType(name);
    return type && requestBody && !findMediaType(requestBody.content, type);
  });
  if (!undeclared || !requestBody || !request.body) return [];
  return [
    {
      ...base,
      kind: 'undeclared media type',
      description: `The Content-Type is ${undeclared}.`,
      pointer: requestBody.pointer,
      request: { ...request, headers: { ...request.headers, 'Content-Type': undeclared } },
    },
  ];
}

/** The base request of a protected operation without credentials and with invalid ones. */
export function credentialCases(base: TestCase): TestCase[] {
  const { operation } = base;
  const isOptional = operation.security.some((schemes) => schemes.length === 0);
  if (isOptional || operation.security.length === 0) return [];
  const shared = { ...base, needsCredentials: false };
  const invalid = operation.security.flatMap((schemes) => {
    const request = schemes.reduce<WireRequest | undefined>(addInvalidCredential, base.request);
    const names = schemes.map(({ name }) => name).join(' and ');
    const description = `The credentials for ${names} are invalid.`;
    return request
      ? [{ ...shared, kind: 'invalid credentials' as const, description, request }]
      : [];
  });
  return [
    { ...shared, kind: 'missing credentials', description: 'The credentials are missing.' },
    ...invalid,
  ];
}

const invalidCredential = 'contract-check-invalid';

/** Undefined for mutual TLS, whose credential is not part of the request. */
function addInvalidCredential(
  request: WireRequest | undefined,
  { type, scheme, in: location, key = '' }: SecurityScheme,
): WireRequest | undefined {
  if (!request || type === 'mutualTLS') return undefined;
  const { headers, target } = request;
  const withHeader = (name: string, value: string) => ({
    ...request,
    headers: { ...headers, [name]: value },
  });
  if (type !== 'apiKey') {
    const pair = Buffer.from(`${invalidCredential}:${invalidCredential}`).toString('base64');
    return withHeader(
      'Authorization',
      scheme === 'basic' ? `Basic ${pair}` : `Bearer ${invalidCredential}`,
    );
  }
  if (location === 'header') return withHeader(key, invalidCredential);
  if (location === 'query') {
    const pair = `${encodeURIComponent(key)}=${invalidCredential}`;
    return { ...request, target: `${target}${target.includes('?') ? '&' : '?'}${pair}` };
  }
  const cookies = headers.Cookie === undefined ? '' : `${headers.Cookie}; `;
  return withHeader('Cookie', `${cookies}${key}=${invalidCredential}`);
}
