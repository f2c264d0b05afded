import { essenceOf, findResponse, headerText, isJson, isRecord } from '#contract';
import { type Check, type Exchange, isSuccess, readJson, type VerifyOptions } from '../model.ts';
import { findCredentialFields, requestFields } from './requestFields.ts';
import { sentSessionIds, setSessionIds } from './sessionCookies.ts';

const hint =
  'Error handlers and templates often repeat the request, and serializers write every property: remove the value.';

/** Session ids, passwords and other credentials of the request or of the response's cookies. */
const findSecretInBody: Check = (exchange, options) => {
  const { response } = exchange;
  if (!response.body?.length) return [];

  // An operation that issues tokens declares the property that has them.
  const declared = isSuccess(exchange) ? declaredValues(exchange, options) : [];
  const body = String(response.body);
  const found = secretsOf(exchange, options).find(({ texts }) =>
    texts.some((text) => !declared.includes(text) && contains(body, text)),
  );
  if (!found) return [];

  const message = `The body contains ${found.what}.`;
  return [{ check: 'response_safety', message, expected: 'no secret', hint }];
};

/** The logs of a proxy, and the scripts of the page, have the headers of a response. */
const findIdInHeader: Check = ({ operation, request, response }, { contract }) => {
  const declared = operation.responses.flatMap(({ headers }) =>
    headers.map(({ name }) => name.toLowerCase()),
  );
  const ids = [...sentSessionIds(contract, request), ...setSessionIds(contract, response)];
  const found = Object.entries(response.headers).find(
    ([name, values]) =>
      name !== 'set-cookie' &&
      !declared.includes(name) &&
      values.some((value) => ids.some((id) => contains(value, id))),
  );
  if (!found) return [];

  const message = `The header "${found[0]}" contains a session id.`;
  return [{ check: 'response_safety', message, expected: 'the id in Set-Cookie alone' }];
};

const maxRepeatedLength = 100;
// Without the lookbehind, the time for a long word would be quadratic.
const mailAddress = /(?<![\w.+-])[\w.+-]+@[\w-]+\.[\w.-]+/;

/** An error may name a field or a short value, but not what a person wrote: errors end up in logs. */
const findRepeatedValue: Check = ({ request, response }) => {
  // A page may show the form again as it was filled in.
  const type = essenceOf(headerText(response.headers, 'content-type'));
  if (response.status < 400 || !isJson(type)) return [];

  const received = String(response.body);
  const sent = [...requestFields(request.body).values(), String(request.body ?? '')];
  const personal = sent.flatMap((text) => {
    if (text.length >= maxRepeatedLength) return text.slice(0, maxRepeatedLength);
    return mailAddress.exec(text) ?? [];
  });
  const isRepeated = personal.some(
    (text) => received.includes(text) || received.includes(JSON.stringify(text).slice(1, -1)),
  );
  if (!isRepeated) return [];

  const message = "The error repeats a long text or an e-mail address of the request's body.";
  const expected = 'the name of the field at most';
  return [{ check: 'internal_details_disclosure', message, expected }];
};

/** `$2b$12$`, `$argon2id$`, `pbkdf2_sha256$`, `$6$`. */
const passwordHash =
  /\$2[abxy]\$\d\d\$[./\w]{20}|\$argon2\w{1,2}\$|pbkdf2(_|:)sha\d+[$:]|\$[56]\$[./\w]{8,16}\$[./\w]{40}/;

const findPasswordHash: Check = ({ response }) => {
  if (!passwordHash.test(String(response.body ?? ''))) return [];

  const message = 'The body contains the hash of a password.';
  return [
    { check: 'internal_details_disclosure', message, expected: 'the declared properties alone' },
  ];
};

export const secretsInResponses: readonly Check[] = [
  findSecretInBody,
  findIdInHeader,
  findRepeatedValue,
  findPasswordHash,
];

function declaredValues({ operation, response }: Exchange, { contract }: VerifyOptions): unknown[] {
  const value = readJson(response);
  const pointer = findResponse(operation, response.status)?.content[0]?.schemaPointer;
  if (!isRecord(value) || pointer === undefined) return [];
  return [...contract.schemaAt(pointer).properties.keys()].map((name) => value[name]);
}

function secretsOf(
  { operation, request, response }: Exchange,
  { contract, credentials }: VerifyOptions,
): { what: string; texts: readonly string[] }[] {
  const schemes = operation.security.flat();
  const names = schemes.flatMap(({ in: place, key }) => (place === 'header' && key ? key : []));
  const sent = new Map(Object.entries(request.headers));
  const keys = names.flatMap((name) => sent.get(name) ?? []);
  const [, token = ''] = /^\S+ (.+)$/.exec(request.headers.Authorization ?? '') ?? [];
  const fields = findCredentialFields(contract, operation);
  const password = fields && requestFields(request.body).get(fields.password);
  const sessionIds = [...sentSessionIds(contract, request), ...setSessionIds(contract, response)];
  return [
    { what: 'a session id', texts: sessionIds },
    { what: 'the password of the request', texts: password ? [password] : [] },
    { what: 'the password of the user', texts: credentials ? passwordValues(credentials) : [] },
    { what: 'a credential of the request', texts: [token, ...keys] },
  ];
}

/** As a value of JSON: a page may contain a common password as a word, and a test user may have the name as password. */
function passwordValues({ user, password }: { user: string; password: string }): string[] {
  return user === password ? [] : [JSON.stringify(password)];
}

/** Shorter ones occur in other words. */
const minSecretLength = 6;

/** Whether a text has a secret, also as HTML, JSON and URLs write it. */
function contains(text: string, secret: string): boolean {
  const html = secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const url = encodeURIComponent(secret.toWellFormed());
  const forms = [secret, html, JSON.stringify(secret).slice(1, -1), url];
  return secret.length >= minSecretLength && forms.some((form) => text.includes(form));
}
