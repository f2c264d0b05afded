import { type Contract, essenceOf, findResponse, headerText, isJson } from '#contract';
import {
  type Check,
  type Exchange,
  type Finding,
  isSuccess,
  readJson,
  type VerifyOptions,
} from '../model.ts';
import { minLengthInWords, patternOf } from '../send/SecretMask.ts';
import { findCredentialFields } from './credentialFields.ts';
import { propertiesOf } from './propertiesOf.ts';
import { requestFields } from './requestFields.ts';
import { sentSessionIds, setSessionIds } from './sessionCookies.ts';

/** A part of a response as a text. */
interface Part {
  /** The name of a header; undefined for the body. */
  header?: string;
  text: string;
}

/** Returns the body and the headers as texts. */
function partsOf({ response }: Exchange): Part[] {
  const headers = Object.entries(response.headers);
  return [
    { text: String(response.body ?? '') },
    ...headers.map(([header, values]) => ({ header, text: values.join(', ') })),
  ];
}

function describePart({ header }: Part): string {
  return header === undefined ? 'The body' : `The header "${header}"`;
}

/** Finds session ids, passwords and other credentials of the request, or of the cookies of the response. */
const findSecret: Check = (exchange, options) => {
  const declared = declaredValues(exchange, options);
  const secrets = secretsOf(exchange, options).map(({ what, texts, encoded }) => {
    const isIn = createFinder(texts.filter((text) => !declared.includes(text)));
    return { what, isIn, isEncodedIn: encoded ? createFinder(encoded) : isIn };
  });
  return partsOf(exchange).flatMap((part): Finding[] => {
    const isCookie = part.header === 'set-cookie';
    const decoded = decodeWords(part.text);
    const found = secrets.find(({ what, isIn, isEncodedIn }) => {
      if (isCookie && what === sessionId) return false;
      return isIn(part.text) || isEncodedIn(decoded);
    });
    if (!found) return [];

    const message = `${describePart(part)} contains ${found.what}.`;
    return [{ check: 'response_safety', message, expected: 'no secret' }];
  });
};

const maxRepeatedLength = 100;
// Without the lookbehind, the time for a long word would be quadratic.
const mailAddress = /(?<![\w.+-])[\w.+-]+@[\w-]+\.[\w.-]+/;

/** Finds an error that repeats a long text or an e-mail address of the request, because errors are logged. */
const findRepeatedValue: Check = (exchange) => {
  const { request, response } = exchange;
  if (response.status < 400) return [];

  const sent = [...requestFields(request.body).values(), String(request.body ?? '')];
  const personal = sent.flatMap((text) => {
    if (text.length >= maxRepeatedLength) return text.slice(0, maxRepeatedLength);
    return mailAddress.exec(text) ?? [];
  });
  // A page may show the form again as it was filled in.
  const isPage = !isJson(essenceOf(headerText(response.headers, 'content-type')));
  const repeats = createFinder(personal);
  const found = partsOf(exchange).find((part) => {
    return !(isPage && part.header === undefined) && repeats(part.text);
  });
  if (!found) return [];

  const message = `${describePart(found)} of an error repeats a long text or an e-mail address of the request's body.`;
  const expected = 'the name of the field at most';
  return [{ check: 'internal_details_disclosure', message, expected }];
};

/** A pattern of hashes such as `$2b$12$…`, `$argon2id$…`, `pbkdf2_sha256$…` and `$6$…`. */
const passwordHash =
  /\$2[abxy]\$\d\d\$[./\w]{20}|\$argon2\w{1,2}\$|pbkdf2(_|:)sha\d+[$:]|\$[56]\$[./\w]{8,16}\$[./\w]{40}/;

/** Finds the hash of a password. */
const findPasswordHash: Check = (exchange) => {
  const found = partsOf(exchange).find(({ text }) => passwordHash.test(text));
  if (!found) return [];

  const message = `${describePart(found)} contains the hash of a password.`;
  return [
    { check: 'internal_details_disclosure', message, expected: 'the declared properties alone' },
  ];
};

/** Checks of secrets and personal data in responses. */
export const secretsInResponses: readonly Check[] = [
  findSecret,
  findRepeatedValue,
  findPasswordHash,
];

/** Reads the values of declared properties and headers, with which an operation may issue tokens. */
function declaredValues(exchange: Exchange, { contract }: VerifyOptions): unknown[] {
  const { operation, response } = exchange;
  const declared = findResponse(operation, response.status);
  const names = declared?.headers.map(({ name }) => name.toLowerCase()) ?? [];
  const headers = names.filter((name) => name !== 'set-cookie');
  const properties = propertiesOf(contract, isSuccess(exchange) ? declared?.content : []);
  const body = Object(readJson(response));
  return [
    ...headers.map((name) => headerText(response.headers, name)),
    ...[...properties.keys()].map((name) => body[name]),
  ];
}

const sessionId = 'a session id';

/** Texts that a response must not contain. */
interface Secret {
  /** The noun for these texts in a message. */
  what: string;
  texts: readonly string[];
  /** The texts that are also searched in base64; all by default. */
  encoded?: readonly string[];
}

/** Lists the secrets of an exchange and of the options. */
function secretsOf(exchange: Exchange, { contract, credentials }: VerifyOptions): Secret[] {
  const { operation, request, response } = exchange;
  const schemes = operation.security.flat();
  const names = schemes.flatMap(({ in: place, key }) => (place === 'header' && key ? key : []));
  const sent = new Map(Object.entries(request.headers));
  const keys = names.flatMap((name) => sent.get(name) ?? []);
  const [, token = ''] = /^\S+ (.+)$/.exec(request.headers.Authorization ?? '') ?? [];
  const ids = [...sentSessionIds(contract, request), ...setSessionIds(contract, response)];
  const secrets: Secret[] = [
    { what: sessionId, texts: ids },
    { what: 'the password of the request', texts: sentPasswords(exchange, contract) },
    { what: 'a credential of the request', texts: [token, ...keys] },
  ];
  if (!credentials || credentials.user === credentials.password) return secrets;

  const { password } = credentials;
  // As a value of JSON: a page may contain a common password as a word.
  const texts = [JSON.stringify(password)];
  return [...secrets, { what: 'the password of the user', texts, encoded: [password] }];
}

/** Returns the password of a sign-in, unless it is a part of the user name, which a page may show. */
function sentPasswords({ operation, request }: Exchange, contract: Contract): string[] {
  const fields = findCredentialFields(contract, operation);
  const sent = requestFields(request.body);
  const password = fields && sent.get(fields.password);
  const isShown = fields && sent.get(fields.user)?.includes(password ?? '');
  return password === undefined || isShown ? [] : [password];
}

/** Creates the function that finds secrets in a text in any encoding, except for those that may be part of a word. */
function createFinder(secrets: readonly string[]): (text: string) => boolean {
  const searched = secrets.filter(({ length }) => length >= minLengthInWords);
  if (searched.length === 0) return () => false;

  const pattern = new RegExp(searched.map(patternOf).join('|'), 'u');
  // No encoding is shorter.
  const minLength = Math.min(...searched.map(({ length }) => length));
  return (text) => text.length >= minLength && pattern.test(text);
}

const maxDecodedLength = 64 * 1024;

/** Decodes the words of a text from base64. */
function decodeWords(text: string): string {
  const words = text.slice(0, maxDecodedLength).match(/[\w+/-]{8,}/g) ?? [];
  return words.map((word) => Buffer.from(word, 'base64').toString()).join('\n');
}
