import { type BackendRequest, type BackendResponse, errorResponse, json } from './httpMessages.ts';

interface Route {
  method: string;
  path: RegExp;
  handle(request: BackendRequest, rules: BackendRules): BackendResponse;
}

type Fields = Record<string, unknown>;

/**
 * The backend's data and the rules for accepting a request. A seeded fault replaces individual
 * entries.
 */
export interface BackendRules {
  routes: readonly Route[];
  isId(text: unknown): boolean;
  briefs: Readonly<Record<string, unknown>>;
  isSubscriber(value: unknown): boolean;
  isSubject(value: unknown): boolean;
  isText(value: unknown): boolean;
  isCaptcha(value: unknown): boolean;
  allowsUnknownProperties: boolean;
  mediaTypes: readonly string[];
  /** The ids of the active sessions. */
  sessions: Set<string>;
  createSessionId(): string;
  passwords: Readonly<Record<string, string>>;
  user: Fields;
  isSession(id: string | undefined, sessions: Set<string>): boolean;
  endSession(id: string | undefined, sessions: Set<string>): void;
  signInHeaders(id: string): Record<string, string>;
}

/** Whether a value is a string whose length in code points is between the limits. */
export function hasLength(value: unknown, min: number, max: number): boolean {
  return typeof value === 'string' && [...value].length >= min && [...value].length <= max;
}

const htmlContentType = { 'Content-Type': 'text/html; charset=utf-8' };

export function createReferenceRules(): BackendRules {
  let sessionCount = 0;
  return {
    routes,
    isId: (text) =>
      hasLength(text, 1, 128) &&
      /^[\w\-.~!$&'()*+,=:@{}]+$/.test(String(text)) &&
      !/^\.+$/.test(String(text)),
    briefs: {
      'daily-harvest': { name: 'daily-harvest', fullName: 'The Daily Harvest' },
      '{6F9619FF-8B86-D011-B42D-00C04FC964FF}': {
        name: 'legacy',
        fullName: 'A Brief with a Legacy Id',
      },
    },
    isSubscriber: (value) => typeof value === 'number' || hasLength(value, 1, 128),
    isSubject: (value) => hasLength(value, 1, 100),
    isText: (value) => hasLength(value, 1, 500),
    isCaptcha: (value) => hasLength(value, 1, 10_000),
    allowsUnknownProperties: false,
    mediaTypes: ['application/json'],
    sessions: new Set(),
    createSessionId() {
      sessionCount += 1;
      return `S${sessionCount}`;
    },
    passwords: { editor: 'correct horse' },
    user: {
      userId: 'editor',
      roles: ['BRIEF_MANAGEMENT'],
      fullName: 'Edith Torr',
      emailAddress: 'edith@example.com',
    },
    isSession: (id, sessions) => id !== undefined && sessions.has(id),
    endSession: (id, sessions) => void (id !== undefined && sessions.delete(id)),
    signInHeaders: (id) => ({
      'Set-Cookie': `JSESSIONID=${id}; Path=/; HttpOnly`,
      'password-expired': 'false',
    }),
  };
}

const routes: readonly Route[] = [
  {
    method: 'GET',
    path: /^\/rest\/subscriber-feedback\/briefs\/[^/]+$/,
    handle({ path }, { isId, briefs }) {
      const id = path.split('/').at(-1) ?? '';
      if (!isId(id)) return errorResponse(400, 'The id is not valid.');
      return Object.hasOwn(briefs, id)
        ? json(200, briefs[id])
        : errorResponse(404, 'The brief does not exist.');
    },
  },
  {
    method: 'POST',
    path: /^\/rest\/subscriber-feedback\/form-submit$/,
    handle({ headers, body }, rules) {
      const type = mediaTypeOf(headers);
      if (body.length > 0 && !rules.mediaTypes.includes(type))
        return errorResponse(415, 'The media type is not supported.');
      const fields = parse(body);
      if (!fields || !isValidSubmission(fields, rules))
        return errorResponse(400, 'The submission is not valid.');
      return json(200, { accepted: true });
    },
  },
  {
    method: 'POST',
    path: /^\/jsp\/utilities\/tools\.jsp$/,
    handle({ headers, body }, { passwords, sessions, createSessionId, signInHeaders }) {
      if (body.length > 0 && mediaTypeOf(headers) !== 'application/x-www-form-urlencoded') {
        return errorResponse(415, 'The media type is not supported.');
      }
      const form = new URLSearchParams(String(body));
      const [user, password] = [form.get('username'), form.get('password')];
      if (!user || !password)
        return errorResponse(400, 'The user name or the password is missing.');
      if (passwords[user] !== password) return errorResponse(401, 'The password is wrong.');
      const id = createSessionId();
      sessions.add(id);
      return {
        status: 200,
        headers: { ...htmlContentType, ...signInHeaders(id) },
        body: '<title>Signed in</title>',
      };
    },
  },
  {
    method: 'GET',
    path: /^\/jsp\/logout\.jsp$/,
    handle(request, { endSession, sessions }) {
      endSession(sessionOf(request), sessions);
      const deleteCookie = { 'Set-Cookie': 'JSESSIONID=; Path=/; Max-Age=0; HttpOnly' };
      return {
        status: 200,
        headers: { ...htmlContentType, ...deleteCookie },
        body: '<title>Signed out</title>',
      };
    },
  },
  {
    method: 'GET',
    path: /^\/rest\/alchemyuser\/currentUser$/,
    handle(request, { isSession, sessions, user }) {
      return isSession(sessionOf(request), sessions)
        ? json(200, user)
        : errorResponse(401, 'Not signed in.');
    },
  },
];

function isValidSubmission(fields: Fields, rules: BackendRules): boolean {
  const { briefId, subscriberId, subjectLine, text, recaptchaResponse, ...others } = fields;
  return (
    (rules.allowsUnknownProperties || Object.keys(others).length === 0) &&
    rules.isId(briefId) &&
    rules.isSubscriber(subscriberId) &&
    rules.isSubject(subjectLine) &&
    rules.isText(text) &&
    rules.isCaptcha(recaptchaResponse)
  );
}

function parse(body: Buffer): Fields | undefined {
  try {
    const value = JSON.parse(String(body));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function mediaTypeOf(headers: BackendRequest['headers']): string {
  return (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
}

function sessionOf({ headers }: BackendRequest): string | undefined {
  return /(?:^|;\s*)JSESSIONID=([^;]+)/.exec(headers.cookie ?? '')?.[1];
}
