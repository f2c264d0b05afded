import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { contractOf } from '../oneOperation.ts';
import { startHttpServer } from '../startHttpServer.ts';
import { runVerifier } from './runVerifier.ts';

export type Handler = (req: IncomingMessage, res: ServerResponse) => unknown;

interface ServerOptions {
  method?: string;
  path?: string;
  args?: readonly string[];
}

const securitySchemes = {
  key: { type: 'apiKey', in: 'header', name: 'X-Key' },
  login: { type: 'http', scheme: 'basic' },
  session: { type: 'apiKey', in: 'cookie', name: 'S' },
};

/** Verifies a server that answers the method of its only operation with a handler and every other one with 405. */
export async function verifyServer(
  operation: object,
  handle: Handler,
  { method = 'get', path = '/things', args = [] }: ServerOptions = {},
) {
  const contract = contractOf(
    { operationId: 'thing', ...operation },
    { method, path, components: { securitySchemes } },
  );
  const declared = method.toUpperCase();
  const { url } = await startHttpServer(async (req, res) => {
    req.resume();
    await once(req, 'end');
    // The verifier does not wait for bytes after HEAD on a connection that ends.
    if (req.method === 'HEAD') res.setHeader('Connection', 'close');
    if (req.method === declared || (req.method === 'HEAD' && declared === 'GET'))
      return handle(req, res);
    res.writeHead(405, { Allow: declared }).end();
  });
  return runVerifier(contract, url, ['--allow-writes', ...args]);
}
