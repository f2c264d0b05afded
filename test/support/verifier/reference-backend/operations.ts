import {
  type BackendRequest,
  type BackendResponse,
  empty,
  html,
  json,
  problem,
  withHeaders,
} from './exchange.ts';
import { type BackendState, knownProfile } from './state.ts';

type Handler = (request: BackendRequest, state: BackendState) => BackendResponse;

const briefsPath = '/rest/subscriber-feedback/briefs/';
const operations = {
  getBrief: [briefsPath, ['GET', 'HEAD'], getBrief],
  submitFeedback: ['/rest/subscriber-feedback/form-submit', ['POST'], submitFeedback],
  signIn: ['/jsp/utilities/tools.jsp', ['POST'], signIn],
  signOut: ['/jsp/logout.jsp', ['GET', 'HEAD'], signOut],
  getCurrentUser: ['/rest/alchemyuser/currentUser', ['GET', 'HEAD'], getCurrentUser],
} as const satisfies Record<string, [path: string, methods: readonly string[], handle: Handler]>;
export type OperationId = keyof typeof operations;
const operationIds = Object.keys(operations) as OperationId[];

/** The operation of a path, whatever the method. */
export function findOperation({ path }: BackendRequest): OperationId | undefined {
  if (path.startsWith(briefsPath)) return 'getBrief';
  return operationIds.find((id) => operations[id][0] === path);
}

/** Ends the handling of a request with an error status. */
class RejectedRequest extends Error {
  readonly status: number;

  constructor(status: number) {
    super();
    this.status = status;
  }
}

/** Handles a request in accordance with the contract. */
export const handle: Handler = (request, state) => {
  const operationId = findOperation(request);
  if (operationId === undefined) return problem(404);
  const [, methods, handleOperation] = operations[operationId];
  if (!methods.some((method) => method === request.method)) {
    return withHeaders(problem(405), { Allow: methods.join(', ') });
  }
  try {
    return handleOperation(request, state);
  } catch (error) {
    if (error instanceof RejectedRequest) return problem(error.status);
    throw error;
  }
};

function getBrief({ path }: BackendRequest, { briefs }: BackendState): BackendResponse {
  const id = orReject(() => decodeURIComponent(path.slice(briefsPath.length)));
  if (!isBriefId(id)) throw new RejectedRequest(400);
  const brief = briefs.get(id);
  return brief ? json(200, brief) : problem(404);
}

function submitFeedback(request: BackendRequest, { briefs }: BackendState): BackendResponse {
  const body = readBody(request, 'application/json');
  const submission: unknown = orReject(() => JSON.parse(body));
  if (!isSubmission(submission)) throw new RejectedRequest(400);
  return briefs.has(submission.briefId) ? empty(204) : problem(404);
}

function signIn(request: BackendRequest, state: BackendState): BackendResponse {
  const form = readBody(request, 'application/x-www-form-urlencoded');
  // Unlike URLSearchParams, decodeURIComponent reports bytes that are not UTF-8.
  orReject(() => decodeURIComponent(form));
  const pairs = new URLSearchParams(form);
  const [username, password] = ['username', 'password'].map((name) => {
    const [value = '', ...others] = pairs.getAll(name);
    if (value !== '' && others.length === 0) return value;
    throw new RejectedRequest(400);
  }) as [string, string];
  if (state.passwords.get(username) !== password) return problem(401);
  const id = state.createSessionId();
  state.sessions.set(id, username);
  const cookie = `JSESSIONID=${id}; Path=/; HttpOnly; SameSite=Lax`;
  return withHeaders(html(200, 'Tools'), { 'Set-Cookie': cookie, 'password-expired': 'false' });
}

function signOut({ sessionId = '' }: BackendRequest, { sessions }: BackendState): BackendResponse {
  sessions.delete(sessionId);
  return html(200, 'Signed out');
}

function getCurrentUser({ sessionId = '' }: BackendRequest, state: BackendState): BackendResponse {
  return state.sessions.has(sessionId) ? json(200, knownProfile) : problem(401);
}

const maxBodyBytes = 64 * 1024;
const utf8 = new TextDecoder('utf-8', { fatal: true });

function readBody({ header, body }: BackendRequest, expectedType: string): string {
  const type = header('content-type').toLowerCase();
  const isExpected = type.replace(/\s*;.*/, '') === expectedType;
  const isUtf8 = !/;\s*charset=(?!"?utf-?8"?\s*(;|$))/.test(type);
  const isPlain = /^(identity)?$/.test(header('content-encoding'));
  if (!isExpected || !isUtf8 || !isPlain) throw new RejectedRequest(415);
  if (body.length > maxBodyBytes) throw new RejectedRequest(413);
  return orReject(() => utf8.decode(body));
}

function orReject<Result>(read: () => Result): Result {
  try {
    return read();
  } catch {
    throw new RejectedRequest(400);
  }
}

function isBriefId(value: unknown): value is string {
  return typeof value === 'string' && /^(?!\.+$)[A-Za-z0-9\-._~!$&'()*+,=:@{}]{1,128}$/.test(value);
}

function isSubmission(value: unknown): value is { briefId: string } {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const { briefId, subscriberId, subjectLine, text, recaptchaResponse, ...others } =
    value as Record<string, unknown>;
  return (
    Object.keys(others).length === 0 &&
    isBriefId(briefId) &&
    (typeof subscriberId === 'number' || isText(subscriberId, 128)) &&
    isText(subjectLine, 100) &&
    isText(text, 500) &&
    isText(recaptchaResponse, Infinity)
  );
}

/** Counts code points, as JSON Schema does. */
function isText(value: unknown, maxLength: number): boolean {
  return typeof value === 'string' && value !== '' && [...value].length <= maxLength;
}
