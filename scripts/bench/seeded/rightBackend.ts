import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { type Answered, type Asked, JSON_TYPE, problem } from './exchange.ts';
import { type Rules, rightRules } from './rightRules.ts';

/** What a fault puts in the place of what is right. */
export interface Flaw {
  rules?: Partial<Rules>;
  /** Changes the answer, or takes it away: the connection is then closed, or left open. */
  after?: (answered: Answered, asked: Asked) => Answered | 'close' | 'hang';
}

/**
 * A backend that honours the contract, written without a look at the mock or its checks: a verifier
 * that shares its reading of the contract with what it verifies would prove nothing.
 */
export async function startBackend(flaw: Flaw = {}) {
  const rules = { ...rightRules(), ...flaw.rules };
  const server = createServer(async (req, res) => {
    const asked = {
      method: req.method ?? '',
      path: decodeURIComponent(req.url?.split('?')[0] ?? ''),
      headers: req.headers,
      body: await buffer(req),
    };
    const right = answer(asked, rules);
    write(res, flaw.after ? flaw.after(right, asked) : right);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function write(res: ServerResponse, answered: Answered | 'close' | 'hang') {
  if (answered === 'hang') return;
  if (answered === 'close') return res.destroy();
  res.writeHead(answered.status, answered.headers).end(answered.body);
}

function answer(asked: Asked, rules: Rules): Answered {
  const route = rules.routes.find(({ path }) => path.test(asked.path));
  if (!route) return problem(404, 'There is nothing here.');
  if (route.method === asked.method || (route.method === 'GET' && asked.method === 'HEAD')) {
    return route.answer(asked, rules);
  }
  return {
    ...problem(405, 'Not with this method.'),
    headers: { ...JSON_TYPE, Allow: route.method },
  };
}
