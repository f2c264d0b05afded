import { allows, findCredential, type Operation, type RequestMessage } from '../contract/index.ts';

/**
 * Whether no security alternative of an operation has valid credentials. A credential is invalid if it is empty or
 * contains the word "invalid": a client can test with it how it handles a 401. All others are accepted.
 */
export function hasInvalidCredentials(
  operation: Operation,
  request: Pick<RequestMessage, 'headers' | 'query'>,
): boolean {
  return !allows(operation, (scheme) => {
    const credential = findCredential(scheme, request) ?? '';
    const isBasic = scheme.type === 'http' && scheme.scheme === 'basic';
    const text = isBasic ? Buffer.from(credential, 'base64').toString() : credential;
    // An API key may be sent in the form of another scheme: `Bearer`, and nothing.
    return !/^((basic|bearer)\s*)?$/i.test(text) && !/invalid/i.test(text);
  });
}
