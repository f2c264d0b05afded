import { findResponse, isRecord, resolveSchema } from '#contract';
import { readJson } from '../../send/sendRequest.ts';
import { sessionSecrets } from '../../send/sessionSecrets.ts';
import { type Exchange, type Finding, isSuccess } from '../check.ts';
import { cookieKeys, readCookie } from '../cookies.ts';
import { requestFields } from '../requestFields.ts';

/** Shorter ones occur in other words. */
const minSecretLength = 6;

const expected = 'no secret';
const hint =
  'Remove the value from the response. Templates and error handlers often repeat what a request has.';

/** Session ids, passwords and other credentials of the request or of the response's cookies. */
export function findSecretInBody(exchange: Exchange): Finding | undefined {
  const { response } = exchange;
  if (!response.body?.length) return undefined;

  // An operation that issues tokens declares the property that has them.
  const declared = isSuccess(response) ? declaredValues(exchange) : [];
  const body = String(response.body);
  for (const { what, texts } of secretsOf(exchange)) {
    const isFound = texts.some((it) => !declared.includes(it) && containsSecret(body, it));
    if (isFound) return { message: `The body contains ${what}.`, expected, location: 'body', hint };
  }
  return undefined;
}

/** Whoever reads the logs of a proxy, or a script of the page, gets the session of the user. */
export function findSessionIdInHeader(exchange: Exchange): Finding | undefined {
  const { responses } = exchange.testCase.operation;
  const declared = responses.flatMap(({ headers }) => headers.map((it) => it.name.toLowerCase()));
  const ids = sessionIdsOf(exchange);
  for (const [name, values] of Object.entries(exchange.response.headers)) {
    if (name === 'set-cookie' || declared.includes(name)) continue;

    const isFound = values.some((value) => ids.some((id) => containsSecret(value, id)));
    const message = `The header "${name}" contains a session id.`;
    if (isFound) return { message, expected, location: `header ${name}`, hint };
  }
  return undefined;
}

/** The values of the properties that the operation declares. */
function declaredValues({ contract, testCase, response }: Exchange): unknown[] {
  const value = readJson(response);
  const pointer = findResponse(testCase.operation, response.status)?.content[0]?.schemaPointer;
  if (!isRecord(value) || pointer === undefined) return [];

  const { properties } = resolveSchema(contract.document, pointer);
  return [...properties.keys()].map((name) => value[name]);
}

function secretsOf(exchange: Exchange): { what: string; texts: string[] }[] {
  const { contract, testCase, request, response } = exchange;
  const keys = cookieKeys(contract.operations);
  const created = sessionSecrets(response).filter(({ cookie }) => keys.includes(cookie));
  const schemes = testCase.operation.security.flat().filter(({ in: place }) => place === 'header');
  const given = schemes.flatMap(({ key = '' }) => request.headers[key] ?? []);
  const [, token = ''] = /^\S+ (.+)$/.exec(request.headers.Authorization ?? '') ?? [];
  return [
    { what: 'a session id', texts: [...sessionIdsOf(exchange), ...created.map(({ id }) => id)] },
    { what: 'the password of the request', texts: passwordsOf(exchange) },
    { what: 'a credential of the request', texts: [token, ...given] },
  ];
}

function sessionIdsOf({ contract, request }: Exchange): string[] {
  const cookies = request.headers.Cookie ?? '';
  return cookieKeys(contract.operations).flatMap((key) => readCookie(cookies, key) ?? []);
}

/** The values of a body's fields with the format `password`. */
function passwordsOf({ contract, testCase, request }: Exchange): string[] {
  const pointer = testCase.operation.requestBody?.content[0]?.schemaPointer;
  if (pointer === undefined) return [];

  const { document } = contract;
  const fields = requestFields(request.body);
  return [...resolveSchema(document, pointer).properties].flatMap(([name, property]) => {
    const isPassword = resolveSchema(document, property).keyword('format')?.value === 'password';
    return isPassword ? (fields.get(name) ?? []) : [];
  });
}

/** Whether a text contains a secret, also as HTML, JSON and URLs write it. */
function containsSecret(text: string, secret: string): boolean {
  const html = secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const forms = [secret, html, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)];
  return secret.length >= minSecretLength && forms.some((form) => text.includes(form));
}
