import { headerText, isRecord, type Operation, resolveSchema } from '../../contract/index.ts';
import { readJson } from '../send/sendRequest.ts';
import { sessionSecrets } from '../send/sessionSecrets.ts';
import { type Check, type Exchange, type Finding, isSuccess } from './check.ts';

/** What a response does in a browser or a cache, whatever the case is for: the message, and what is expected. */
type Row = (
  exchange: Exchange,
) => Pick<Finding, 'message' | 'expected' | 'location' | 'hint'> | undefined;

/** Each looks at every response of a run, and none needs a request of its own. */
const rows: readonly Row[] = [
  findReplacedSession,
  findStoredError,
  findStoredSignOut,
  findSecretInBody,
  findSessionIdInHeader,
  findUnescapedText,
  findOpenOrigin,
  findClearedData,
];

export const responseSafety = {
  name: 'response_safety',
  promise:
    'No response ends a session, reveals a secret, runs text as HTML or is stored where it must not be.',
  hint: 'Look for a filter or a default of the framework that adds this to every response.',
  appliesTo: ({ error }) => error === undefined,
  run: (exchange) => {
    const { pointer } = exchange.testCase.operation;
    const found = rows.map((find) => find(exchange)).filter((it) => it !== undefined);
    return found.map((finding) => ({ ...finding, pointer }));
  },
} as const satisfies Check;

/** Longer values may be the session itself, encrypted or signed anew in each response. */
const maxReferenceLength = 64;

/** A read may not replace or delete the cookie of a session that lives. */
function findReplacedSession(exchange: Exchange): ReturnType<Row> {
  const { contract, testCase, request, response } = exchange;
  const cookies = request.headers.Cookie ?? '';
  if (testCase.isWrite || cookies === '') return undefined;

  // Some servers change the id of a session from time to time, and know which one it replaces.
  const isRenewed = testCase.operation.security.length > 0 && response.status !== 401;
  for (const key of cookieKeys(contract.operations)) {
    const id = readCookie(cookies, key);
    const next = readSetCookie(response, key);
    if (id === undefined || next === undefined || !isLive(exchange, id)) continue;

    const mayReplace = next.id === id || isRenewed || next.id.length > maxReferenceLength;
    if (!next.isDeleted && mayReplace) continue;

    const verb = next.isDeleted ? 'deletes' : 'replaces';
    const message = `A read ${verb} the cookie "${key}" of a session that lives.`;
    return { message, expected: 'no such Set-Cookie', location: `cookie ${key}` };
  }
  return undefined;
}

/** The session id that a response sets, and whether the browser deletes the cookie instead. */
function readSetCookie({ headers }: Exchange['response'], key: string) {
  const lines = headers['set-cookie'] ?? [];
  const line = lines.find((it) => it.trimStart().startsWith(`${key}=`));
  if (line === undefined) return undefined;

  const [id = ''] = line
    .trimStart()
    .slice(key.length + 1)
    .split(';');
  const isExpired = /;\s*max-age\s*=\s*(0|-)|;\s*expires=[^;]*19[67]\d/i.test(line);
  return { id, isDeleted: id === '' || isExpired };
}

/** Whether a sign-in has set a session id, and no request has ended the session since. */
function isLive({ earlier }: Exchange, id: string): boolean {
  const isEnding = ({ testCase, request, response }: Exchange) =>
    testCase.isWrite &&
    request.body === undefined &&
    request.headers.Cookie?.includes(id) === true &&
    isSuccess(response);
  const isStart = ({ testCase, response }: Exchange) =>
    testCase.kind === 'sign-in' &&
    isSuccess(response) &&
    sessionSecrets(response).some((it) => it.id === id);
  return earlier.some(isStart) && !earlier.some(isEnding);
}

/** What is true for one moment or one client only. */
const momentaryStatuses = [401, 403, 429, 500, 502, 503, 504];

function findStoredError({ testCase, response }: Exchange): ReturnType<Row> {
  const { status } = response;
  if (!momentaryStatuses.includes(status) || !isStored(testCase.operation, response)) {
    return undefined;
  }
  const message = `Caches store the ${status} and send it again when it is no longer true.`;
  return { message, expected: 'Cache-Control: no-store', location: 'header cache-control' };
}

/** A GET that changes state has no effect if the response comes from a cache. */
function findStoredSignOut({ testCase, request, response }: Exchange): ReturnType<Row> {
  const { operation, isWrite } = testCase;
  const isChange = isWrite && operation.method === 'GET' && request.method === 'GET';
  if (!isChange || !isSuccess(response) || !isStored(operation, response)) return undefined;

  const message = 'Caches store the response, so that the next request does not reach the server.';
  return { message, expected: 'Cache-Control: no-store', location: 'header cache-control' };
}

/** Whether headers make a response fresh for some time (RFC 9111, 4.2), for requests with other cookies too. */
function isStored(operation: Operation, { status, headers }: Exchange['response']): boolean {
  const control = headerText(headers, 'cache-control') ?? '';
  const declared = operation.responses.find((it) => it.status === String(status))?.headers ?? [];
  const isDeclared = declared.some(({ name }) => name.toLowerCase() === 'cache-control');
  const variesByClient = /\*|\bcookie\b|\bauthorization\b/i.test(headerText(headers, 'vary') ?? '');
  if (isDeclared || variesByClient || /\bno-(store|cache)\b/i.test(control)) return false;
  if (/\b(s-maxage|max-age)\s*=\s*"?[1-9]/i.test(control)) return true;

  const expires = Date.parse(headerText(headers, 'expires') ?? '');
  return !/\bmax-age\b/i.test(control) && expires > Date.now();
}

/** Shorter ones occur in other words. */
const minSecretLength = 6;

const hintOfRepeated =
  'Remove the value from the response. Templates and error handlers often repeat what a request has.';

/** Session ids, passwords and other credentials of the request or of the response's cookies. */
function findSecretInBody(exchange: Exchange): ReturnType<Row> {
  const { response } = exchange;
  if (!response.body?.length) return undefined;

  const value = readJson(response);
  // An operation that issues tokens declares the property that has them.
  const declared = isRecord(value) && isSuccess(response) ? Object.values(value) : [];
  const body = String(response.body);
  const found = secretsOf(exchange).find(
    ({ text }) =>
      text.length >= minSecretLength && !declared.includes(text) && containsText(body, text),
  );
  if (!found) return undefined;

  const message = `The body contains ${found.what}.`;
  return { message, expected: 'no secret', location: 'body', hint: hintOfRepeated };
}

/** Whoever reads the logs of a proxy, or a script of the page, gets the session of the user. */
function findSessionIdInHeader({ contract, testCase, request, response }: Exchange) {
  const ids = cookieKeys(contract.operations).flatMap(
    (key) => readCookie(request.headers.Cookie ?? '', key) ?? [],
  );
  const { responses } = testCase.operation;
  const declared = responses.flatMap(({ headers }) =>
    headers.map(({ name }) => name.toLowerCase()),
  );
  const found = Object.entries(response.headers).find(
    ([name, values]) =>
      name !== 'set-cookie' &&
      !declared.includes(name) &&
      ids.some((id) => id.length >= minSecretLength && values.some((it) => it.includes(id))),
  );
  if (!found) return undefined;

  const [name] = found;
  const message = `The header "${name}" contains a session id.`;
  return { message, expected: 'no secret', location: `header ${name}`, hint: hintOfRepeated };
}

function secretsOf({ contract, testCase, request, response }: Exchange) {
  const cookies = request.headers.Cookie ?? '';
  const keys = cookieKeys(contract.operations);
  const own = keys.flatMap((key) => readCookie(cookies, key) ?? []);
  const set = sessionSecrets(response).filter(({ cookie }) => keys.includes(cookie));
  const passwords = passwordsOf(contract.document, testCase.operation, request.body);
  const schemes = testCase.operation.security.flat().filter(({ in: place }) => place === 'header');
  const given = schemes.flatMap(({ key = '' }) => request.headers[key] ?? []);
  const [, token = ''] = /^\S+ (.+)$/.exec(request.headers.Authorization ?? '') ?? [];
  return [
    ...[...own, ...set.map(({ id }) => id)].map((text) => ({ text, what: 'a session id' })),
    ...passwords.map((text) => ({ text, what: 'the password of the request' })),
    ...[token, ...given].map((text) => ({ text, what: 'a credential of the request' })),
  ];
}

/** The values of a body's fields with the format `password`. */
function passwordsOf(
  document: Exchange['contract']['document'],
  { requestBody }: Operation,
  body: Buffer | undefined,
): string[] {
  const pointer = requestBody?.content[0]?.schemaPointer;
  if (pointer === undefined || !body) return [];

  const fields = fieldsOf(body);
  return [...resolveSchema(document, pointer).properties].flatMap(([name, property]) => {
    const isPassword = resolveSchema(document, property).keyword('format')?.value === 'password';
    return isPassword ? (fields.get(name) ?? []) : [];
  });
}

/** The texts of a body, by the names of its properties or fields. */
function fieldsOf(body: Buffer): ReadonlyMap<string, string> {
  const value = readJson({ body });
  const entries = isRecord(value)
    ? Object.entries(value)
    : [...new URLSearchParams(String(body)).entries()];
  return new Map(
    entries.flatMap(([name, text]) => (typeof text === 'string' ? [[name, text]] : [])),
  );
}

/** Also as HTML, JSON and URLs write it. */
function containsText(body: string, text: string): boolean {
  const forms = [
    text,
    escapeHtml(text),
    JSON.stringify(text).slice(1, -1),
    encodeURIComponent(text),
  ];
  return forms.some((form) => body.includes(form));
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Shorter parts of a request may be in any page. */
const minMarkupLength = 8;

/** A page repeats markup of the request as markup. */
function findUnescapedText({ request, response }: Exchange): ReturnType<Row> {
  const type = headerText(response.headers, 'content-type') ?? 'text/html';
  if (!response.body?.length || !/^(text\/html|application\/xhtml\+xml)\b/i.test(type)) {
    return undefined;
  }
  const body = String(response.body);
  const texts = [
    decode(request.target),
    ...Object.values(request.headers),
    ...(request.body ? fieldsOf(request.body).values() : []),
  ];
  const markup = texts.flatMap((text) => /<[a-z][^&"']{0,30}/i.exec(text)?.[0] ?? []);
  const found = markup.find((text) => text.length >= minMarkupLength && body.includes(text));
  if (found === undefined) return undefined;

  const message =
    'The page contains markup of the request unescaped, so that a link can run script.';
  const expected = 'the text escaped, or not at all';
  return { message, expected, location: 'body', hint: hintOfRepeated };
}

function decode(target: string): string {
  try {
    return decodeURIComponent(target);
  } catch {
    return target;
  }
}

/** The cases send `null` as another origin, which any page can have in a sandbox. */
function findOpenOrigin({ request, response }: Exchange): ReturnType<Row> {
  const isAllowed =
    request.headers.Origin === 'null' &&
    headerText(response.headers, 'access-control-allow-origin') === 'null' &&
    headerText(response.headers, 'access-control-allow-credentials') === 'true';
  if (!isAllowed) return undefined;

  const message = 'Any page may read the response with the cookies of the user.';
  const location = 'header access-control-allow-origin';
  return { message, expected: 'the origins that are trusted', location };
}

function findClearedData({ testCase, response }: Exchange): ReturnType<Row> {
  const cleared = headerText(response.headers, 'clear-site-data') ?? '';
  if (testCase.isWrite || !/"(\*|cookies|storage)"/.test(cleared)) return undefined;

  const message = 'A read makes the browser delete the cookies or the storage of the page.';
  return { message, expected: 'no such header', location: 'header clear-site-data' };
}

/** The names of the cookies that operations require. */
function cookieKeys(operations: readonly Operation[]): string[] {
  const schemes = operations.flatMap(({ security }) => security.flat());
  const keys = schemes.flatMap(({ in: place, key }) => (place === 'cookie' && key ? [key] : []));
  return [...new Set(keys)];
}

function readCookie(cookies: string, key: string): string | undefined {
  const pair = cookies.split(/;\s*/).find((it) => it.startsWith(`${key}=`));
  return pair?.slice(key.length + 1);
}
