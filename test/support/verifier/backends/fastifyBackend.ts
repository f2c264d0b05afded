import { randomBytes } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import fastify, { type FastifyReply, type FastifyRequest, type HTTPMethods } from 'fastify';

const routeId = {
  type: 'string',
  minLength: 1,
  maxLength: 128,
  pattern: "^(?!\\.+$)[A-Za-z0-9\\-._~!$&'()*+,=:@{}]+$",
};

const submission = {
  type: 'object',
  additionalProperties: false,
  required: ['briefId', 'subscriberId', 'subjectLine', 'text', 'recaptchaResponse'],
  properties: {
    briefId: routeId,
    subscriberId: { type: ['string', 'number'], minLength: 1, maxLength: 128 },
    subjectLine: { type: 'string', minLength: 1, maxLength: 100 },
    text: { type: 'string', minLength: 1, maxLength: 500 },
    recaptchaResponse: { type: 'string', minLength: 1 },
  },
};

const credentials = {
  type: 'object',
  required: ['username', 'password'],
  properties: {
    username: { type: 'string', minLength: 1 },
    password: { type: 'string', minLength: 1 },
  },
};

type Submission = { briefId: string; recaptchaResponse: string };
type Credentials = { username: string; password: string };

/** A backend as a team would write it in Fastify, from openapi.yaml and docs/contract.md. */
export function createFastifyBackend() {
  const brief = { name: 'daily-harvest', fullName: 'Café & Crème' };
  const sessions = new Map<string, string>();
  const usedCaptchas = new Set<string>();

  const app = fastify({
    bodyLimit: 64 * 1024,
    ajv: {
      customOptions: { coerceTypes: false, removeAdditional: false, allowUnionTypes: true },
    },
    routerOptions: { maxParamLength: 200 },
  });
  app.addHook('onSend', async (_request, reply) => {
    reply.header('Cache-Control', 'no-store');
  });
  app.setErrorHandler<Error & { statusCode?: number }>((error, _request, reply) => {
    const { statusCode: status = 500 } = error;
    return sendProblem(reply, status, status < 500 ? error.message : undefined);
  });
  app.setNotFoundHandler((_request, reply) => sendProblem(reply, 404));
  app.removeContentTypeParser('text/plain');
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: FastifyRequest, text: string) => parseForm(text),
  );

  app.get<{ Params: { briefId: string } }>(
    '/rest/subscriber-feedback/briefs/:briefId',
    { schema: { params: { type: 'object', properties: { briefId: routeId } } } },
    async ({ params }, reply) =>
      params.briefId === brief.name ? brief : sendProblem(reply, 404, 'There is no such brief.'),
  );

  app.post<{ Body: Submission }>(
    '/rest/subscriber-feedback/form-submit',
    { schema: { body: submission } },
    async ({ body: { briefId, recaptchaResponse }, headers }, reply) => {
      if (/urlencoded/.test(headers['content-type'] ?? '')) return sendProblem(reply, 415);
      if (briefId !== brief.name) return sendProblem(reply, 404, 'There is no such brief.');
      if (usedCaptchas.has(recaptchaResponse)) return sendProblem(reply, 409);

      usedCaptchas.add(recaptchaResponse);
      return reply.code(204).send();
    },
  );

  app.post<{ Body: Credentials }>(
    '/jsp/utilities/tools.jsp',
    { schema: { body: credentials } },
    async ({ body: { username, password }, headers }, reply) => {
      if (/json/.test(headers['content-type'] ?? '')) return sendProblem(reply, 415);
      if (username !== 'editor' || password !== 'correct horse') return sendProblem(reply, 401);

      const session = randomBytes(16).toString('hex');
      sessions.set(session, username);
      reply.header('Set-Cookie', `JSESSIONID=${session}; Path=/; HttpOnly; SameSite=Lax`);
      return reply.header('password-expired', 'false').send({ signedIn: true });
    },
  );

  app.get('/jsp/logout.jsp', async (request, reply) => {
    sessions.delete(readSession(request));
    reply.header('Set-Cookie', 'JSESSIONID=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0');
    return { signedOut: true };
  });

  app.get('/rest/alchemyuser/currentUser', async (request, reply) => {
    const userId = sessions.get(readSession(request));
    if (!userId) return sendProblem(reply, 401, 'Not signed in.');

    const emailAddress = 'edith.torr@example.com';
    return { userId, roles: ['COPY_EDIT'], fullName: 'Edith Torr', emailAddress };
  });

  rejectMethods('GET', '/rest/subscriber-feedback/briefs/:briefId');
  rejectMethods('POST', '/rest/subscriber-feedback/form-submit');
  rejectMethods('POST', '/jsp/utilities/tools.jsp');
  rejectMethods('GET', '/jsp/logout.jsp');
  rejectMethods('GET', '/rest/alchemyuser/currentUser');
  return app;

  /** Without it, Fastify responds with 404 to the other methods of a path. */
  function rejectMethods(method: HTTPMethods, url: string): void {
    const declared = method === 'GET' ? ['GET', 'HEAD'] : [method];
    app.route({
      method: app.supportedMethods.filter((it) => !declared.includes(it)) as HTTPMethods[],
      url,
      // The body is of no interest, and may be of any media type.
      onRequest: async (_request, reply) =>
        sendProblem(reply.header('Allow', declared.join(', ')), 405),
      handler: async () => {},
    });
  }
}

function sendProblem(reply: FastifyReply, status: number, detail?: string): FastifyReply {
  const problem = { title: STATUS_CODES[status], status, detail };
  return reply.code(status).type('application/problem+json').send(JSON.stringify(problem));
}

/** Fields that are repeated are lists, which the schema rejects. */
function parseForm(text: string): Record<string, unknown> {
  try {
    decodeURIComponent(text);
  } catch {
    throw Object.assign(new Error('The form is not encoded in UTF-8.'), { statusCode: 400 });
  }
  const fields = new URLSearchParams(text);
  const values = [...new Set(fields.keys())].map((name) => {
    const all = fields.getAll(name);
    return [name, all.length === 1 ? all[0] : all];
  });
  return Object.fromEntries(values);
}

function readSession({ headers }: FastifyRequest): string {
  return /(?:^|;\s*)JSESSIONID=([^;]*)/.exec(headers.cookie ?? '')?.[1] ?? '';
}
