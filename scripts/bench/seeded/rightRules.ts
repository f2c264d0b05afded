import { type Answered, type Asked, json, problem } from './exchange.ts';

interface Route {
  method: string;
  path: RegExp;
  answer(asked: Asked, rules: Rules): Answered;
}

type Fields = Record<string, unknown>;

/** Everything that a seeded fault may turn in one line. */
export interface Rules {
  routes: readonly Route[];
  isId(text: unknown): boolean;
  briefs: Readonly<Record<string, unknown>>;
  isSubscriber(value: unknown): boolean;
  isSubject(value: unknown): boolean;
  isText(value: unknown): boolean;
  isCaptcha(value: unknown): boolean;
  takesMore: boolean;
  mediaTypes: readonly string[];
  sessions: Set<string>;
  passwords: Readonly<Record<string, string>>;
  user: Fields;
  isSession(id: string | undefined, sessions: Set<string>): boolean;
  endSession(id: string | undefined, sessions: Set<string>): void;
  signInHeaders(id: string): Record<string, string>;
}

/** Between limits, in characters as people count them. */
export function isLong(value: unknown, from: number, to: number): boolean {
  return typeof value === 'string' && [...value].length >= from && [...value].length <= to;
}

const HTML = { 'Content-Type': 'text/html; charset=utf-8' };

export function rightRules(): Rules {
  return {
    routes,
    isId: (text) =>
      isLong(text, 1, 128) &&
      /^[\w\-.~!$&'()*+,=:@{}]+$/.test(String(text)) &&
      !/^\.+$/.test(String(text)),
    briefs: {
      'daily-harvest': { name: 'daily-harvest', fullName: 'The Daily Harvest' },
      '{6F9619FF-8B86-D011-B42D-00C04FC964FF}': { name: 'old', fullName: 'The Old One' },
    },
    isSubscriber: (value) => typeof value === 'number' || isLong(value, 1, 128),
    isSubject: (value) => isLong(value, 1, 100),
    isText: (value) => isLong(value, 1, 500),
    isCaptcha: (value) => isLong(value, 1, 10_000),
    takesMore: false,
    mediaTypes: ['application/json'],
    sessions: new Set(),
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
    answer({ path }, { isId, briefs }) {
      const id = path.split('/').at(-1) ?? '';
      if (!isId(id)) return problem(400, 'That is no id.');
      return id in briefs ? json(200, briefs[id]) : problem(404, 'There is no such brief.');
    },
  },
  {
    method: 'POST',
    path: /^\/rest\/subscriber-feedback\/form-submit$/,
    answer({ headers, body }, rules) {
      const type = headers['content-type']?.split(';')[0] ?? '';
      if (body.length > 0 && !rules.mediaTypes.includes(type))
        return problem(415, 'Not that type.');
      const fields = parse(body);
      if (!fields || !isRight(fields, rules)) return problem(400, 'That is no submission.');
      return json(200, { accepted: true });
    },
  },
  {
    method: 'POST',
    path: /^\/jsp\/utilities\/tools\.jsp$/,
    answer({ headers, body }, { passwords, sessions, signInHeaders }) {
      if (body.length > 0 && headers['content-type'] !== 'application/x-www-form-urlencoded') {
        return problem(415, 'Not that type.');
      }
      const form = new URLSearchParams(String(body));
      const [user, password] = [form.get('username'), form.get('password')];
      if (!user || !password) return problem(400, 'Something is missing.');
      if (passwords[user] !== password) return problem(401, 'The password is wrong.');
      const id = `S${sessions.size + 1}`;
      sessions.add(id);
      return { status: 200, headers: { ...HTML, ...signInHeaders(id) }, body: '<title>Hi</title>' };
    },
  },
  {
    method: 'GET',
    path: /^\/jsp\/logout\.jsp$/,
    answer(asked, { endSession, sessions }) {
      endSession(sessionOf(asked), sessions);
      // As most servers do it: the browser is to forget a cookie that is worth nothing any more.
      const forget = { 'Set-Cookie': 'JSESSIONID=; Path=/; Max-Age=0; HttpOnly' };
      return { status: 200, headers: { ...HTML, ...forget }, body: '<title>Bye</title>' };
    },
  },
  {
    method: 'GET',
    path: /^\/rest\/alchemyuser\/currentUser$/,
    answer(asked, { isSession, sessions, user }) {
      return isSession(sessionOf(asked), sessions) ? json(200, user) : problem(401, 'Who is it?');
    },
  },
];

function isRight(found: Fields, rules: Rules): boolean {
  const { briefId, subscriberId, subjectLine, text, recaptchaResponse, ...more } = found;
  return (
    (rules.takesMore || Object.keys(more).length === 0) &&
    rules.isId(briefId) &&
    rules.isSubscriber(subscriberId) &&
    rules.isSubject(subjectLine) &&
    rules.isText(text) &&
    rules.isCaptcha(recaptchaResponse)
  );
}

function parse(body: Buffer): Fields | undefined {
  try {
    const found = JSON.parse(String(body));
    return typeof found === 'object' && found !== null && !Array.isArray(found) ? found : undefined;
  } catch {
    return undefined;
  }
}

function sessionOf({ headers }: Asked): string | undefined {
  return /JSESSIONID=([^;]+)/.exec(headers.cookie ?? '')?.[1];
}
