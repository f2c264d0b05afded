import type { Contract, Operation, ValueModel } from './contract.ts';
import { isRecord, joinPointer, valueAt } from './jsonPointer.ts';
import { findAllSubschemas, findSubschemas } from './schema/findSubschemas.ts';

/** The part of a message that contains a value. `query` includes the parameters in the path of the URL. */
type ValuePlace = 'header' | 'query' | 'body';

/** A function that decides by the name of a value whether it must not be recorded or printed. */
export type IsSecret = (name: string, place: ValuePlace) => boolean;

/** Headers that are secret even if a contract declares them otherwise. */
const credentialHeaders = /^((proxy-)?authorization|(set-)?cookie)$/;

/** Words that make a value secret, also joined and with an `id`: `apikey`, `sessionid`. Plurals may be counts. */
const secretWords = [
  'token|key|secrets?|passwords?|passwd|pwd|passphrase|passcode|otp',
  'auth|authorization|authentication|bearer|jwt|csrf|xsrf|j?session|phpsessid|cookies?',
  'credentials?|signature|sig|hmac|assertion|verifier|saml response|oidc data',
].join('|');

/** Words that stand before a secret one without a separator. */
const prefixes = 'api|access|app|client|id|new|old|private|refresh|security|user';

/** Names that are not secret although a word of them is. */
const harmlessNames = [
  'idempotency (key|token)',
  '(cache|surrogate|primary|foreign|partition|sort|public|publishable|site|websocket) key',
  '(page|next|continuation|cursor|sync) token',
  'token (type|count|limit|endpoint|expires|expiry)',
  'password (expired|expires|policy|strength)',
  'auth (method|time|type)',
  'session (count|duration|timeout)',
  'cookie (banner|consent|policy)',
  'allow credentials',
].join('|');

/** Names that are secret in the query of a redirect's `Location` and of the request that follows it. */
const redirectNames = /^(code|ticket)$/;

const secret = new RegExp(`\\b(?:${prefixes}|${secretWords}){0,2}(?:${secretWords})(?:id)?\\b`);
const harmless = new RegExp(`\\b(?:${harmlessNames})\\b`, 'g');

/**
 * Creates the function that decides which values are secret. A declared value is secret if it has the format `password`
 * or `writeOnly`, or is an API key. An undeclared value is secret if a word of its name is.
 */
export function createIsSecret(contract: Contract): IsSecret {
  const declared = new Map<string, boolean>();
  const secrets = new Set<string>();
  for (const operation of contract.operations) {
    for (const { name, place, isSecret } of findNames(contract, operation)) {
      const key = `${place} ${name.toLowerCase()}`;
      declared.set(key, isSecret || declared.get(key) === true);
      if (isSecret) secrets.add(name.toLowerCase());
    }
  }

  return (name, place) => {
    const lower = name.toLowerCase();
    if (place === 'header' && credentialHeaders.test(lower)) return true;
    const isDeclaredSecret = declared.get(`${place} ${lower}`);
    if (isDeclaredSecret !== undefined) return isDeclaredSecret;

    if (place === 'query' && redirectNames.test(lower)) return true;
    // `user[password]` has two names.
    return lower.split(/[.[\]]/).some((part) => secrets.has(part)) || hasSecretWord(name);
  };
}

function hasSecretWord(name: string): boolean {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[^\p{L}]+/gu, ' ');
  return secret.test(words.replace(harmless, ''));
}

interface DeclaredName {
  name: string;
  place: ValuePlace | 'cookie';
  isSecret: boolean;
}

/** Finds the names of an operation's parameters, headers, properties and API keys. */
function findNames({ document }: Contract, operation: Operation): DeclaredName[] {
  const { parameters, requestBody, responses, security } = operation;
  const headers = responses.flatMap((response) => response.headers);
  const contents = [requestBody, ...responses].flatMap((message) => message?.content ?? []);
  const describe = ({ name, schemaPointer }: ValueModel & { name: string }, place: string) => {
    return { name, place: toPlace(place), isSecret: isMarked(document, schemaPointer) };
  };
  const keys = security.flat().flatMap(({ key, in: place = '' }) => {
    return key === undefined ? [] : { name: key, place: toPlace(place), isSecret: true };
  });
  const schemas = [...parameters, ...headers, ...contents].flatMap(
    ({ schemaPointer }) => schemaPointer ?? [],
  );
  const properties = schemas.flatMap((pointer) =>
    [...findAllSubschemas(document, pointer)].flatMap((it) => findProperties(document, it)),
  );
  return [
    ...parameters.map((parameter) => describe(parameter, parameter.in)),
    ...headers.map((header) => describe(header, 'header')),
    ...keys,
    ...properties,
  ];
}

function toPlace(place: string): DeclaredName['place'] {
  return place === 'header' || place === 'cookie' ? place : 'query';
}

function findProperties(document: unknown, pointer: string): DeclaredName[] {
  const { properties } = Object(valueAt(document, pointer));
  if (!isRecord(properties)) return [];

  return Object.keys(properties).map((name) => {
    const isSecret = isMarked(document, joinPointer(pointer, 'properties', name));
    return { name, place: 'body', isSecret };
  });
}

/** Whether a schema marks its value or the items of it as secret, itself or in a subschema. */
function isMarked(document: unknown, pointer = '', visited = new Set<string>()): boolean {
  if (pointer === '' || visited.has(pointer)) return false;

  visited.add(pointer);
  const { format, writeOnly } = Object(valueAt(document, pointer));
  if (format === 'password' || writeOnly === true) return true;

  const properties = joinPointer(pointer, 'properties', '');
  return findSubschemas(document, pointer)
    .filter((child) => !child.startsWith(properties))
    .some((child) => isMarked(document, child, visited));
}
