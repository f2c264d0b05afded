import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { parseContract } from '../../../mock-api/contract/index.ts';
import { startHttpServer } from '../../support/startHttpServer.ts';
import { failedChecks, runVerifier } from '../../support/verify/runVerifier.ts';

const status = (code: number) => `"${code}": { description: A response. }`;

/** A sign-in with JSON, protected reads and a sign-out that no link names, with a token or a cookie. */
function contractOf(kind: 'token' | 'cookie') {
  const scheme =
    kind === 'token'
      ? '{ type: http, scheme: bearer }'
      : '{ type: apiKey, in: cookie, name: session }';
  const links = kind === 'token' ? '' : ', links: { me: { operationId: getMe } }';
  return parseContract(
    `openapi: 3.1.0
info: { title: Sign-ins, version: 1.0.0 }
paths:
  /sign-in:
    post:
      operationId: signIn
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [user, password]
              properties:
                user: { type: string, minLength: 1 }
                password: { type: string, minLength: 1, format: password }
      responses: { "200": { description: Signed in.${links} }, ${[400, 401, 415].map(status)} }
  /me:
    get:
      operationId: getMe
      security: [{ session: [] }]
      responses: { ${[200, 401].map(status)} }
    delete:
      operationId: signOut
      security: [{ session: [] }]
      responses: { ${[204, 401].map(status)} }
  /notes/{id}:
    get:
      operationId: getNote
      security: [{ session: [] }]
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses: { ${[200, 401, 404].map(status)} }
components: { securitySchemes: { session: ${scheme} } }
`,
    'sign-ins.yaml',
  );
}

interface Rules {
  createId: (count: number) => string;
  isValid: (sent: string, ids: ReadonlySet<string>) => boolean;
  /** What a request to /me with a method that it does not declare gets. */
  undeclared: (isSignedIn: boolean) => number;
}

const right: Rules = {
  createId: () => randomUUID(),
  isValid: (sent, ids) => ids.has(sent),
  undeclared: () => 405,
};

async function verifySignIns(kind: 'token' | 'cookie', changed: Partial<Rules> = {}) {
  const { createId, isValid, undeclared } = { ...right, ...changed };
  const ids = new Set<string>();
  const { url } = await startHttpServer(async (req, res) => {
    let body = '';
    for await (const chunk of req) body += chunk;
    const send = (code: number, headers = {}, text = '') => res.writeHead(code, headers).end(text);
    const [name, path] = [`${req.method}`, `${req.url}`.split('?')[0]];
    const isNote = path?.startsWith('/notes/');
    if (path === '/me' || isNote) {
      const [, id = ''] =
        kind === 'token'
          ? (/^bearer (.*)$/i.exec(req.headers.authorization ?? '') ?? [])
          : (/(?:^|; )session=([^;]*)/.exec(req.headers.cookie ?? '') ?? []);
      const isSignedIn = isValid(id, ids);
      const allowed = isNote ? 'GET, HEAD' : 'GET, HEAD, DELETE';
      if (!allowed.includes(name)) return send(undeclared(isSignedIn), { Allow: allowed });
      if (name === 'DELETE') ids.delete(id);
      if (!isSignedIn) return send(401);
      return send(name === 'DELETE' ? 204 : isNote ? 404 : 200);
    }
    if (name !== 'POST') return send(405, { Allow: 'POST' });
    if (!/^application\/json\s*(;|$)/i.test(req.headers['content-type'] ?? '')) return send(415);
    let user: unknown;
    let password: unknown;
    try {
      ({ user, password } = JSON.parse(body));
    } catch {
      return send(400);
    }
    if (![user, password].every((it) => typeof it === 'string' && it !== '')) return send(400);
    if (user !== 'anna' || password !== 'pass word') return send(401);
    const id = createId(ids.size);
    ids.add(id);
    if (kind === 'cookie') return send(200, { 'Set-Cookie': `session=${id}; Path=/; HttpOnly` });
    return send(200, { 'Content-Type': 'application/json' }, JSON.stringify({ accessToken: id }));
  });
  const env = { VERIFY_USER: 'anna', VERIFY_PASSWORD: 'pass word' };
  return runVerifier(contractOf(kind), url, ['--allow-writes'], env);
}

describe.each(['token', 'cookie'] as const)('a sign-in with a %s', (kind) => {
  test.each<[how: string, createId: Rules['createId']]>([
    ['random', () => randomUUID()],
    ['random and grow', (count) => `${String(count).padStart(12, '0')}-${randomUUID()}`],
  ])('may have session ids that are %s', async (_, createId) => {
    const report = await verifySignIns(kind, { createId });
    expect(failedChecks(report)).toEqual([]);
    expect(report.skipped).toEqual([]);
  });

  test.each<[how: string, createId: Rules['createId']]>([
    ['count', (count) => `session-${String(count + 998).padStart(12, '0')}`],
    ['count in hexadecimal digits', (count) => (0xabcdef00 + count).toString(16)],
    [
      'tell the time',
      (count) =>
        `${1_764_000_000_000 + count * 137}-${String((count * 271_829) % 1e6).padStart(6, '0')}`,
    ],
  ])('must not have session ids that %s', async (_, createId) => {
    const report = await verifySignIns(kind, { createId });
    expect(failedChecks(report)).toEqual(['signIn session_cookie_conformance']);
  });

  test('must not start a session that a part of its id continues', async () => {
    const isValid: Rules['isValid'] = (sent, ids) =>
      [...ids].some((id) => sent.length > 20 && id.startsWith(sent));
    const report = await verifySignIns(kind, { isValid });
    expect(failedChecks(report)).toEqual(['getMe ignored_auth']);
  });

  test('must not allow an undeclared method', async () => {
    const undeclared: Rules['undeclared'] = (isSignedIn) => (isSignedIn ? 200 : 401);
    const failed = failedChecks(await verifySignIns(kind, { undeclared }));
    expect(failed).toEqual(['getMe unsupported_method', 'getNote unsupported_method']);
  });
});
