import { randomBytes } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import express, { type ErrorRequestHandler, type Request, type Response } from 'express';

/** A backend as a team would write it in Express, from openapi.yaml and docs/contract.md. */
export function createExpressBackend() {
  const briefs = new Map([['daily-harvest', { name: 'daily-harvest', fullName: 'Café & Crème' }]]);
  const sessions = new Map<string, string>();
  const usedCaptchas = new Set<string>();

  const app = express();
  app.disable('x-powered-by');
  app.enable('case sensitive routing');
  app.enable('strict routing');
  app.use((_req, res, next) => {
    res.set('Cache-Control', 'no-store');
    next();
  });

  app
    .route('/rest/subscriber-feedback/briefs/:briefId')
    .get((req, res) => {
      const { briefId } = req.params;
      if (!isRouteId(briefId)) return sendProblem(res, 400, 'briefId is malformed.');

      const brief = briefs.get(briefId);
      if (!brief) return sendProblem(res, 404, 'There is no such brief.');

      res.json(brief);
    })
    .all(rejectMethod('GET, HEAD'));

  app
    .route('/rest/subscriber-feedback/form-submit')
    .post(express.json({ limit: '64kb' }), (req, res) => {
      if (!req.is('application/json')) return sendProblem(res, 415);

      const problem = findSubmissionProblem(req.body);
      if (problem) return sendProblem(res, 400, problem);

      const { briefId, recaptchaResponse } = req.body;
      if (!briefs.has(briefId)) return sendProblem(res, 404, 'There is no such brief.');
      if (usedCaptchas.has(recaptchaResponse)) return sendProblem(res, 409);

      usedCaptchas.add(recaptchaResponse);
      res.json({ accepted: true });
    })
    .all(rejectMethod('POST'));

  const formType = 'application/x-www-form-urlencoded';
  app
    .route('/jsp/utilities/tools.jsp')
    .post(express.text({ type: formType, limit: '64kb' }), (req, res) => {
      if (!req.is(formType)) return sendProblem(res, 415);

      const [username, password] = readCredentials(req.body);
      if (!username || !password) return sendProblem(res, 400, 'A field is missing.');
      if (username !== 'editor' || password !== 'correct horse') return sendProblem(res, 401);

      const session = randomBytes(16).toString('hex');
      sessions.set(session, username);
      res.cookie('JSESSIONID', session, { httpOnly: true, sameSite: 'lax' });
      res.set('password-expired', 'false').status(204).end();
    })
    .all(rejectMethod('POST'));

  app
    .route('/jsp/logout.jsp')
    .get((req, res) => {
      sessions.delete(readSession(req));
      res.clearCookie('JSESSIONID', { httpOnly: true, sameSite: 'lax' });
      res.status(204).end();
    })
    .all(rejectMethod('GET, HEAD'));

  app
    .route('/rest/alchemyuser/currentUser')
    .get((req, res) => {
      const userId = sessions.get(readSession(req));
      if (!userId) return sendProblem(res, 401, 'Not signed in.');

      const emailAddress = 'edith.torr@example.com';
      res.json({ userId, roles: ['COPY_EDIT'], fullName: 'Edith Torr', emailAddress });
    })
    .all(rejectMethod('GET, HEAD'));

  app.use((_req, res) => sendProblem(res, 404));
  app.use(handleError);
  return app;
}

const handleError: ErrorRequestHandler = (error, _req, res, _next) => {
  const status = error.status >= 400 && error.status < 500 ? error.status : 500;
  sendProblem(res, status);
};

function sendProblem(res: Response, status: number, detail?: string): void {
  res.status(status).type('application/problem+json');
  res.send(JSON.stringify({ title: STATUS_CODES[status], status, detail }));
}

function rejectMethod(allow: string) {
  return (_req: Request, res: Response) => sendProblem(res.set('Allow', allow), 405);
}

function isRouteId(text: unknown): text is string {
  return typeof text === 'string' && /^(?!\.+$)[\w\-.~!$&'()*+,=:@{}]{1,128}$/.test(text);
}

function findSubmissionProblem(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return 'No object.';

  const { briefId, subscriberId, subjectLine, text, recaptchaResponse, ...others } = Object(body);
  if (Object.keys(others).length > 0) return 'There is an unknown field.';
  if (!isRouteId(briefId)) return 'briefId is malformed.';
  if (typeof subscriberId !== 'number' && !isText(subscriberId, 128)) return 'subscriberId';
  if (!isText(subjectLine, 100)) return 'subjectLine must have 1 to 100 characters.';
  if (!isText(text, 500)) return 'text must have 1 to 500 characters.';
  if (!isText(recaptchaResponse, Infinity)) return 'recaptchaResponse is missing.';
  return undefined;
}

/** Lengths count code points. */
function isText(value: unknown, maxLength: number): boolean {
  return typeof value === 'string' && value !== '' && [...value].length <= maxLength;
}

/** Undefined for a field that is missing, repeated or not encoded in UTF-8. */
function readCredentials(form: unknown): (string | undefined)[] {
  const text = typeof form === 'string' ? form : '';
  try {
    decodeURIComponent(text);
  } catch {
    return [];
  }
  const fields = new URLSearchParams(text);
  return ['username', 'password'].map((name) => {
    const [value, ...repeated] = fields.getAll(name);
    return repeated.length > 0 ? undefined : value;
  });
}

function readSession({ headers }: Request): string {
  return /(?:^|;\s*)JSESSIONID=([^;]*)/.exec(headers.cookie ?? '')?.[1] ?? '';
}
