import { isObject, type Operation, type ValidatedRequest } from '#contract';
import type { BodyField, OperationId } from './operationRequest.ts';
import { validName } from './testerName.ts';

export interface RequestIdentity {
  kind?: KeyKind;
  /** The brief id or user name, with the tester's name. */
  key?: string;
  /** The key without the tester's name: `slow-brief` in `slow-brief.anna`. It selects the scenario. */
  id?: string;
  /** The tester's name: `anna` in `slow-brief.anna`. */
  name?: string | undefined;
}

/** The kind of thing that a key identifies. Every scenario is also a brief and a user. */
export type KeyKind = 'brief' | 'user';

export interface IdentifyOptions {
  signedInUser?: string | undefined;
  isKnownId: (kind: KeyKind, id: string) => boolean;
}

/** The kind of an operation's key, and the field of the body that contains it, unless the path or the session does. */
interface KeySource {
  kind: KeyKind;
  field?: BodyField;
}

const keySources: { [Id in OperationId]?: KeySource } = {
  getBrief: { kind: 'brief' },
  submitFeedback: { kind: 'brief', field: 'briefId' },
  signIn: { kind: 'user', field: 'username' },
  getCurrentUser: { kind: 'user' },
  signOut: { kind: 'user' },
};

/**
 * Returns the source of an operation's key: the one of `getBrief` for every operation on a brief. Undefined if there is
 * none.
 */
function findKeySource({ id, parameters }: Operation): KeySource | undefined {
  const hasBriefId = parameters.some((one) => one.in === 'path' && one.name === 'briefId');
  if (hasBriefId) return keySources.getBrief;
  return Object.hasOwn(keySources, id) ? keySources[id as OperationId] : undefined;
}

/** Returns the kind of an operation's key; undefined if its requests have no key. */
export function findKeyKind(operation: Operation): KeyKind | undefined {
  return findKeySource(operation)?.kind;
}

/** The limit on the length of a brief id or user name. */
const maxKeyLength = 300;

/** Identifies a request by its key, even if it violates the contract. Without a key, the result is empty. */
export function identifyRequest(
  operation: Operation,
  request: ValidatedRequest,
  { signedInUser, isKnownId }: IdentifyOptions,
): RequestIdentity {
  const source = findKeySource(operation);
  if (!source) return {};

  const { kind } = source;
  const key = keepText(findKey(source, request, signedInUser));
  if (key === undefined) return {};

  return { kind, key, ...splitKey(key, (id) => isKnownId(kind, id)) };
}

function findKey(
  { kind, field }: KeySource,
  { parameters, body }: ValidatedRequest,
  signedInUser: string | undefined,
): unknown {
  if (field) return isObject(body) ? body[field] : undefined;
  return kind === 'brief' ? parameters.path.briefId : signedInUser;
}

/** Returns a key of at most 300 characters; undefined for any other value, which an invalid request may have. */
function keepText(value: unknown): string | undefined {
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

/**
 * Returns the known id that an id consists of, together with a dot and a tester's name: `slow-brief` for
 * `slow-brief.anna`.
 */
export function findShorterId(id: string, ids: ReadonlySet<string>): string | undefined {
  const parts = id.split('.');
  return parts.map((_, i) => parts.slice(0, i).join('.')).find((shorter) => ids.has(shorter));
}
