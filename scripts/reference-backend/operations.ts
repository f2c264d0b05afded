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

const briefsPath = '/rest/subscriber-feedback/briefs/';

interface Operation {
  path: string;
  methods: string[];
  handle(request: BackendRequest, state: BackendState): BackendResponse;
}

const reads = ['GET', 'HEAD'];
const operations = {
  getBrief: { path: briefsPath, methods: reads, handle: getBrief },
  submitFeedback: {
    path: '/rest/subscriber-feedback/form-submit',
    methods: ['POST'],
    handle: submitFeedback,
  },
  signIn: { path: '/jsp/utilities/tools.jsp', methods: ['POST'], handle: signIn },
  signOut: { path: '/jsp/logout.jsp', methods: reads, handle: signOut },
  getCurrentUser: { path: '/rest/alchemyuser/currentUser', methods: reads, handle: getCurrentUser },
} satisfies Record<string, Operation>;
export type OperationId = keyof typeof operations;
const operationIds = Object.keys(operations) as OperationId[];

/** The operation of a path, whatever the method. */
export function findOperation({ path }: BackendRequest): OperationId | undefined {
  if (path.startsWith(briefsPath)) return 'getBrief';
  return operationIds.find((id) => operations[id].path === path);
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
export function handle(request: BackendRequest, state: BackendState): BackendResponse {
  const operationId = findOperation(request);
  if (operationId === undefined) return problem(404);
  const operation: Operation = operations[operationId];
  if (!operation.methods.includes(request.method)) {
    return withHeaders(problem(405), { Allow: operation.methods.join(', ') });
  }
  try {
    return operation.handle(request, state);
  } catch (error) {
    if (error instanceof RejectedRequest) return problem(error.status);
    throw error;
  }
}

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

function readBody(request: BackendRequest, expectedType: string): string {
  const [type, ...parameters] = request
    .header('content-type')
    .split(';')
    .map((part) => part.trim().toLowerCase());
  if (type !== expectedType) throw new RejectedRequest(415);
  const charset = parameters.find((parameter) => parameter.startsWith('charset='));
  const isUtf8 = charset === undefined || /^charset="?utf-?8"?$/.test(charset);
  const isCompressed = !/^(identity)?$/.test(request.header('content-encoding'));
  if (!isUtf8 || isCompressed) throw new RejectedRequest(415);
  if (request.body.length > maxBodyBytes) throw new RejectedRequest(413);
  return orReject(() => utf8.decode(request.body));
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
