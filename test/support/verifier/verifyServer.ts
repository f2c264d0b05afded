import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { contractOf } from '../oneOperation.ts';
import { startHttpServer } from '../startHttpServer.ts';
import { runVerifier } from './runVerifier.ts';

/** Responds to a request; the last argument counts those to the operation. */
export type Handler = (
  req: IncomingMessage & { body: string },
  res: ServerResponse,
  count: number,
) => unknown;

interface ServerOptions {
  method?: string;
  path?: string;
  args?: readonly string[];
}

const securitySchemes = {
  key: { type: 'apiKey', in: 'header', name: 'X-Key' },
  login: { type: 'http', scheme: 'basic' },
  session: { type: 'apiKey', in: 'cookie', name: 'S' },
  code: { type: 'apiKey', in: 'query', name: 'code' },
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
  let count = 0;
  const { url } = await startHttpServer(async (req, res) => {
    const request = Object.assign(req, { body: await text(req) });
    // The verifier does not wait for bytes after HEAD on a connection that ends.
    if (req.method === 'HEAD') res.setHeader('Connection', 'close');
    if (req.method === declared || (req.method === 'HEAD' && declared === 'GET'))
      return handle(request, res, ++count);
    res.writeHead(405, { Allow: declared }).end();
  });
  return runVerifier(contract, url, ['--allow-writes', ...args]);
}

/** The part of an operation for a JSON body. */
export function jsonBody(schema: object, example: object) {
  return { requestBody: { required: true, content: { 'application/json': { schema, example } } } };
}
