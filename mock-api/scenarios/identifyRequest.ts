import type { operations } from '#openapi';
import { isObject } from '../contract/jsonPointer.ts';
import type { ValidatedRequest } from '../contract/validate/validateRequest.ts';
import type { OperationId, UncheckedRequest } from './operationRequest.ts';

export interface RequestIdentity {
  /** The brief id or user name, with its suffix. It selects the scenario. */
  key?: string;
  subscriber?: string;
}

type Identify<Operation> = (
  request: UncheckedRequest<Operation>,
  signedInUser: string | undefined,
) => { key: unknown; subscriber?: unknown };

const identifyByOperation: { [Id in OperationId]?: Identify<operations[Id]> } = {
  getBrief: ({ path }) => ({ key: path.briefId }),
  submitFeedback: ({ body }) => ({
    key: body.briefId,
    subscriber: body.subscriberId === undefined ? undefined : String(body.subscriberId),
  }),
  signIn: ({ body }) => ({ key: body.username }),
  getCurrentUser: (_, signedInUser) => ({ key: signedInUser }),
  signOut: (_, signedInUser) => ({ key: signedInUser }),
};

const maxLength = 300;

/** The key and the subscriber of a request, even if it violates the contract. */
export function identifyRequest(
  operationId: string,
  { parameters, body }: ValidatedRequest,
  signedInUser?: string,
): RequestIdentity {
  if (!Object.hasOwn(identifyByOperation, operationId)) return {};
  const identify = identifyByOperation[operationId as OperationId] as Identify<unknown>;
  const identity = identify(
    { path: parameters.path, body: isObject(body) ? body : {} },
    signedInUser,
  );
  const key = textOf(identity.key);
  const subscriber = textOf(identity.subscriber);
  return {
    ...(key !== undefined && { key }),
    ...(subscriber !== undefined && { subscriber }),
  };
}

/** An invalid request may contain a value of any type as an id. */
function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value.slice(0, maxLength) : undefined;
}
