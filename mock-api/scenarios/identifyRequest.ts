import { isObject, type Operation, type ValidatedRequest } from '../../contract/index.ts';
import type { BodyField, OperationId } from './operationRequest.ts';
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

/** The kind of each operation's key, and the field of the body that has it, if not the path or the session. */
const keySources: { [Id in OperationId]?: { kind: KeyKind; field?: BodyField } } = {
  getBrief: { kind: 'brief' },
  submitFeedback: { kind: 'brief', field: 'briefId' },
  signIn: { kind: 'user', field: 'username' },
  getCurrentUser: { kind: 'user' },
  signOut: { kind: 'user' },
};

function findKeySource(operationId: string) {
  const isKnown = Object.hasOwn(keySources, operationId);
  return isKnown ? keySources[operationId as OperationId] : undefined;
}

/** What the key of a request to an operation is the id of. */
export function keyKindOf({ id, parameters }: Operation): KeyKind {
  const isOfBrief = parameters.some((one) => one.in === 'path' && one.name === 'briefId');
  return findKeySource(isOfBrief ? 'getBrief' : id)?.kind ?? 'scenario';
}

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
  const { path } = parameters;
  const source =
    operationId && findKeySource(path.briefId === undefined ? operationId : 'getBrief');
  if (!source) return identifyByScenario({ parameters, body }, isKnownId);
  const { kind, field } = source;
  const inPath = path.briefId ?? Object.values(path)[0];
  const inBody = field && isObject(body) ? body[field] : undefined;
  const key = textOf(field ? inBody : kind === 'brief' ? inPath : signedInUser);
  if (key === undefined) return {};
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
export function splitKey(key: string, isKnown: (id: string) => boolean): KeyParts {
  const dot = key.lastIndexOf('.');
  const name = key.slice(dot + 1);
  if (dot < 1 || isKnown(key) || !validName.test(name)) return { id: key };
  return { id: key.slice(0, dot), name };
}

/** The id that would have a tester's name if this were a key. */
export function findShorterId(id: string, ids: ReadonlySet<string>): string | undefined {
  const parts = id.split('.');
  return parts.map((_, i) => parts.slice(0, i).join('.')).find((shorter) => ids.has(shorter));
}
