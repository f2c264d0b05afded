import { type BackendState, startSession } from './backendState.ts';
import { type BackendRequest, empty, html, json, problem, type Reply } from './exchange.ts';
import {
  decodeText,
  parseCookies,
  parseForm,
  parseJson,
  parseMediaType,
  pathOf,
  percentDecode,
  RejectedRequest,
} from './parse.ts';
import { isRouteId, validateSubmission } from './validate.ts';

type Handler = (request: BackendRequest, state: BackendState) => Reply;

export const operationIds = [
  'getBrief',
  'submitFeedback',
  'signIn',
  'signOut',
  'getCurrentUser',
] as const;
export type OperationId = (typeof operationIds)[number];

export const briefsPath = '/rest/subscriber-feedback/briefs/';
const paths: Readonly<Record<string, OperationId>> = {
  '/rest/subscriber-feedback/form-submit': 'submitFeedback',
  '/jsp/utilities/tools.jsp': 'signIn',
  '/jsp/logout.jsp': 'signOut',
  '/rest/alchemyuser/currentUser': 'getCurrentUser',
};

const maxBodyBytes = 64 * 1024;

/** The operation of a path, whatever the method. */
export function findOperation(target: string): OperationId | undefined {
  const path = pathOf(target);
  if (path.startsWith(briefsPath)) return 'getBrief';
  return paths[path];
}

/** Handles a request in accordance with the contract. */
export function handle(request: BackendRequest, state: BackendState): Reply {
  const operationId = findOperation(request.target);
  if (operationId === undefined) return problem(404, 'There is no such operation.');
  const { methods, handler } = operations[operationId];
  if (!methods.includes(request.method)) {
    const reply = problem(405, `The operation does not support ${request.method}.`);
    return { ...reply, headers: { ...reply.headers, Allow: methods.join(', ') } };
  }
  try {
    return handler(request, state);
  } catch (error) {
    if (error instanceof RejectedRequest) return problem(error.status, error.message);
    throw error;
  }
}

const operations: Record<OperationId, { methods: string[]; handler: Handler }> = {
  getBrief: { methods: ['GET', 'HEAD'], handler: getBrief },
  submitFeedback: { methods: ['POST'], handler: submitFeedback },
  signIn: { methods: ['POST'], handler: signIn },
  signOut: { methods: ['GET', 'HEAD'], handler: signOut },
  getCurrentUser: { methods: ['GET', 'HEAD'], handler: getCurrentUser },
};

function getBrief({ target }: BackendRequest, state: BackendState): Reply {
  const id = percentDecode(pathOf(target).slice(briefsPath.length));
  if (!isRouteId(id)) throw new RejectedRequest(400, 'The id of the brief is malformed.');
  const brief = state.briefs.get(id);
  return brief ? json(200, brief) : problem(404, 'There is no such brief.');
}

function submitFeedback(request: BackendRequest, state: BackendState): Reply {
  const briefId = validateSubmission(parseJson(readBody(request, 'application/json')));
  return state.briefs.has(briefId) ? empty(204) : problem(404, 'There is no such brief.');
}

function signIn(request: BackendRequest, state: BackendState): Reply {
  const pairs = parseForm(readBody(request, 'application/x-www-form-urlencoded'));
  const username = readField(pairs, 'username');
  const password = readField(pairs, 'password');
  if (state.users.get(username)?.password !== password) {
    return problem(401, 'The user name or the password is wrong.');
  }
  const reply = html(200, 'Tools');
  const id = startSession(state, username);
  const cookie = `JSESSIONID=${id}; Path=/; HttpOnly; SameSite=Lax`;
  return {
    ...reply,
    headers: { ...reply.headers, 'Set-Cookie': cookie, 'password-expired': 'false' },
  };
}

function signOut({ headers }: BackendRequest, state: BackendState): Reply {
  state.sessions.delete(parseCookies(headers.cookie).get('JSESSIONID') ?? '');
  return html(200, 'Signed out');
}

function getCurrentUser({ headers }: BackendRequest, state: BackendState): Reply {
  const username = state.sessions.get(parseCookies(headers.cookie).get('JSESSIONID') ?? '');
  const user = state.users.get(username ?? '');
  return user ? json(200, user.profile) : problem(401, 'Not signed in.');
}

function readBody({ headers, chunks }: BackendRequest, expectedType: string): string {
  const { type, charset } = parseMediaType(headers['content-type']);
  if (type !== expectedType) throw new RejectedRequest(415, `Expected ${expectedType}.`);
  if (charset !== 'utf-8' && charset !== 'utf8') throw new RejectedRequest(415, 'Expected UTF-8.');
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') {
    throw new RejectedRequest(415, 'The body must not be compressed.');
  }
  const body = Buffer.concat(chunks);
  if (body.length > maxBodyBytes) throw new RejectedRequest(413, 'The body exceeds 64 KiB.');
  return decodeText(body);
}

function readField(pairs: [string, string][], name: string): string {
  const [value, ...others] = pairs.filter((pair) => pair[0] === name).map((pair) => pair[1]);
  if (value === undefined || value === '' || others.length > 0) {
    throw new RejectedRequest(400, `${name}: expected one value.`);
  }
  return value;
}
