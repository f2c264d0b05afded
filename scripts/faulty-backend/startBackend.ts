import { createServer, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { type LocalServer, listenLocally } from '../stack/listenLocally.ts';
import {
  type BackendRequest,
  type BackendResponse,
  errorResponse,
  jsonContentType,
} from './httpMessages.ts';
import { type BackendRules, createReferenceRules } from './referenceRules.ts';

/** A deviation from the reference backend. */
export interface Fault {
  rules?: Partial<BackendRules>;
  /** Replaces a response, closes the connection without one, or never responds. */
  respond?: (
    response: BackendResponse,
    request: BackendRequest,
  ) => BackendResponse | 'close' | 'hang';
}

/**
 * Starts the reference backend, with a fault if one is given. It is written from openapi.yaml and
 * shares no code with mock-api, so that a misreading of the contract in the mock is detected.
 */
export function startBackend(fault: Fault = {}): Promise<LocalServer> {
  const rules = { ...createReferenceRules(), ...fault.rules };
  const server = createServer(async (req, res) => {
    const path = decode(req.url?.split('?')[0] ?? '');
    if (path === undefined) return send(res, errorResponse(400, 'The path is malformed.'));
    const request = {
      method: req.method ?? '',
      path,
      target: req.url ?? '',
      headers: req.headers,
      body: await buffer(req),
    };
    const response = handle(request, rules);
    send(res, fault.respond ? fault.respond(response, request) : response);
  });
  return listenLocally(server);
}

function decode(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

function handle(request: BackendRequest, rules: BackendRules): BackendResponse {
  const route = rules.routes.find(({ path }) => path.test(request.path));
  if (!route) return errorResponse(404, 'Not found.');
  if (route.method === request.method || (route.method === 'GET' && request.method === 'HEAD')) {
    return route.handle(request, rules);
  }
  return {
    ...errorResponse(405, 'Method not allowed.'),
    headers: { ...jsonContentType, Allow: route.method },
  };
}

function send(res: ServerResponse, response: BackendResponse | 'close' | 'hang') {
  if (response === 'hang') return;
  if (response === 'close') return res.destroy();
  res.writeHead(response.status, response.headers).end(response.body);
}
