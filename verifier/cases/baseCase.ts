import { type Contract, findLinks, hasCredentials, type Operation } from '#contract';
import { isSignIn } from '../checks/credentialFields.ts';
import { isWriteOperation } from '../checks/isWrite.ts';
import { propertiesOf } from '../checks/propertiesOf.ts';
import type { Case, VerifyOptions } from '../model.ts';
import { toRequestMessage } from '../send/wireRequest.ts';
import { type BaseOptions, createBaseValues } from './baseValues.ts';
import { encodeRequest } from './encodeRequest.ts';

/** Creates the plainest valid case of an operation; undefined if the contract has no example of a required value. */
export function createBaseCase(options: VerifyOptions, operation: Operation): Case | undefined {
  const { contract, credentials } = options;
  const values = createBaseValues(options, operation);
  const request = values && encodeRequest(contract, operation, values);
  if (!request) return undefined;

  const isUnknownUser = isSignIn(contract, operation) && !credentials;
  return {
    operation,
    description: 'the base request',
    request,
    expected: 'accept',
    tolerated: mayNeedSession(contract, operation) ? [401, 403] : [],
    mayBeUnknown:
      isUnknownUser || hasUnknownId(options, operation) || mayHaveEnded(options, operation),
    pointer: operation.pointer,
  };
}

/** Whether a sign-in has a link to an operation, which may then require a session although it declares none. */
function mayNeedSession(contract: Contract, operation: Operation): boolean {
  const signIns = contract.operations.filter((it) => isSignIn(contract, it));
  const isLinked = signIns.some((it) =>
    findLinks(contract, it).some(({ target }) => target === operation),
  );
  return isLinked && operation.security.length === 0;
}

/** Whether the session of `--header` may have ended, by this operation or another sign-out. */
function mayHaveEnded({ contract, headers }: VerifyOptions, operation: Operation): boolean {
  const { parameters, requestBody, security } = operation;
  const given = toRequestMessage({ method: 'GET', target: '', headers });
  const isSignOut =
    security.length > 0 && !requestBody && parameters.every(({ in: place }) => place !== 'path');
  return isSignOut && isWriteOperation(contract, operation) && hasCredentials(operation, given);
}

/** Whether a request has an id that is only an example, which the server may not know. */
function hasUnknownId({ contract, existingValues }: BaseOptions, operation: Operation): boolean {
  const ids = contract.operations
    .flatMap(({ parameters }) => parameters)
    .flatMap(({ in: place, name }) => (place === 'path' && !existingValues.has(name) ? name : []));
  const properties = propertiesOf(contract, operation.requestBody?.content);
  const names = [...operation.parameters.map(({ name }) => name), ...properties.keys()];
  return names.some((name) => ids.includes(name));
}
