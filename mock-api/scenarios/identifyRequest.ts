import type { operations } from '#openapi';
import {
  type Contract,
  isObject,
  type Operation,
  resolveSchema,
  type ValidatedRequest,
} from '../contract/index.ts';
import type { OperationId, UncheckedRequest } from './operationRequest.ts';
import { validName } from './testerName.ts';

export interface RequestIdentity {
  kind?: KeyKind;
  /** The brief id or user name, with the tester's name. */
  key?: string;
  /** The key without the tester's name: `slow-brief` in `slow-brief.anna`. It selects the scenario. */
  id?: string;
  /** `anna` in `slow-brief.anna`. */
  name?: string;
}

/** What a key can be the id of. Every scenario is also a brief and a user. */
export type KeyKind = 'brief' | 'user' | 'scenario';

/** @param name of a tester, who may have ids of their own */
type IsKnownId = (kind: KeyKind, id: string, name?: string) => boolean;

export interface IdentifyOptions {
  signedInUser?: string | undefined;
  isKnownId: IsKnownId;
}

type Identify<Operation> = (
  request: UncheckedRequest<Operation>,
  signedInUser: string | undefined,
) => { kind: KeyKind; key: unknown };

const identifyByOperation: { [Id in OperationId]?: Identify<operations[Id]> } = {
  getBrief: ({ path }) => ({ kind: 'brief', key: path.briefId ?? Object.values(path)[0] }),
  submitFeedback: ({ body }) => ({ kind: 'brief', key: body.briefId }),
  signIn: ({ body }) => ({ kind: 'user', key: body.username }),
  getCurrentUser: (_, signedInUser) => ({ kind: 'user', key: signedInUser }),
  signOut: (_, signedInUser) => ({ kind: 'user', key: signedInUser }),
};

/** Of a brief id or user name. */
const maxKeyLength = 300;

/**
 * The key of a request, even if it violates the contract. `operationId` is undefined for
 * an operation of another product.
 */
export function identifyRequest(
  operationId: string | undefined,
  { parameters, body }: ValidatedRequest,
  { signedInUser, isKnownId }: IdentifyOptions,
): RequestIdentity {
  const id = parameters.path.briefId === undefined ? operationId : 'getBrief';
  if (operationId === undefined || id === undefined || !Object.hasOwn(identifyByOperation, id)) {
    return identifyByScenario({ parameters, body }, isKnownId);
  }
  const identify = identifyByOperation[id as OperationId] as Identify<unknown>;
  const identity = identify(
    { path: parameters.path, body: isObject(body) ? body : {} },
    signedInUser,
  );
  const key = textOf(identity.key);
  if (key === undefined) return {};
  const { kind } = identity;
  return { kind, key, ...splitKey(key, (id) => isKnownId(kind, id)) };
}

/** For an operation without an entry above: the first value of the request that selects a scenario. */
function identifyByScenario(
  { parameters, body }: Pick<ValidatedRequest, 'parameters' | 'body'>,
  isKnownId: IsKnownId,
): RequestIdentity {
  const values = [parameters.path, parameters.query, isObject(body) ? body : {}];
  for (const value of values.flatMap((owner) => Object.values(owner))) {
    const key = textOf(typeof value === 'number' ? String(value) : value);
    if (key === undefined) continue;
    const parts = splitKey(key, (id) => isKnownId('scenario', id));
    if (isKnownId('scenario', parts.id, parts.name)) return { kind: 'scenario', key, ...parts };
  }
  return {};
}

/** An invalid request may contain a value of any type and length as an id, which is then unknown. */
function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.length <= maxKeyLength ? value : undefined;
}

type KeyParts = { id: string; name?: string };

/** Splits a key at its last dot, unless all of it is a known id, because ids may contain dots. */
function splitKey(key: string, isKnown: (id: string) => boolean): KeyParts {
  const dot = key.lastIndexOf('.');
  const name = key.slice(dot + 1);
  if (dot < 1 || isKnown(key) || !validName.test(name)) return { id: key };
  return { id: key.slice(0, dot), name };
}

/** Why no request to an operation can have a key; undefined if one can. */
export function describeImpossibleKey(
  { compileRequest, document }: Contract,
  operation: Operation,
  key: string,
): string | undefined {
  if (Object.hasOwn(identifyByOperation, operation.id)) return undefined;
  const fields = (operation.requestBody?.content ?? []).flatMap(({ schemaPointer }) =>
    schemaPointer === undefined
      ? []
      : [...resolveSchema(document, schemaPointer).properties.entries()],
  );
  const reasons = [
    ...operation.parameters
      .filter((parameter) => parameter.in === 'path' || parameter.in === 'query')
      .map(({ name, validate }) => [name, validate(key)] as const),
    ...fields.map(([name, pointer]) => [name, compileRequest(pointer)(key)] as const),
  ];
  if (reasons.some(([, violations]) => violations.length === 0)) return undefined;
  return reasons.map(([name, [first]]) => `${name} ${first?.reason}`).join(', ');
}

/** The id that would have a tester's name if this were a key. */
export function findShorterId(id: string, ids: ReadonlySet<string>): string | undefined {
  const parts = id.split('.');
  return parts.map((_, i) => parts.slice(0, i).join('.')).find((shorter) => ids.has(shorter));
}
