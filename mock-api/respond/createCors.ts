import type { RequestHandler } from 'express';
import type { Contract } from '../contract/contract.ts';

/**
 * Creates the middleware that lets pages of any origin call the operations, also with cookies, and read the
 * headers that the contract declares. It responds to preflight requests, which do not appear in the journal.
 */
export function createCors(currentContract: () => Contract): RequestHandler {
  return ({ method, headers }, res, next) => {
    const { origin } = headers;
    if (origin === undefined) return next();
    res.vary('Origin').set({
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Allow-Credentials': 'true',
    });
    const requestedMethod = headers['access-control-request-method'];
    if (method !== 'OPTIONS' || requestedMethod === undefined) {
      res.set('Access-Control-Expose-Headers', listHeaders(currentContract()));
      return next();
    }
    res.set({
      'Access-Control-Allow-Methods': requestedMethod,
      'Access-Control-Allow-Headers': headers['access-control-request-headers'] ?? '',
    });
    res.sendStatus(204);
  };
}

function listHeaders({ operations }: Contract): string {
  const declared = operations
    .flatMap(({ responses }) => responses.flatMap((response) => response.headers))
    .map(({ name }) => name)
    .filter((name) => name.toLowerCase() !== 'set-cookie');
  return [...new Set([...declared, 'Preference-Applied', 'Retry-After'])].join(', ');
}
