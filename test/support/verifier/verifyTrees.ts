import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { createOperationMatcher, createRequestValidator, loadContract } from '#contract';
import { startHttpServer } from '../startHttpServer.ts';
import { runVerifier } from './runVerifier.ts';

export interface TreesRequest {
  method: string;
  /** Without the query. */
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface TreesResponse {
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
}

/** What a fault makes of a correct response. */
export type TreesFault = (usual: TreesResponse, request: TreesRequest) => TreesResponse;

const contract = await loadContract('test/support/verifier/trees.yaml');
const matchOperation = createOperationMatcher(contract);
const validateRequest = createRequestValidator(contract);

const newTree = {
  name: 'Oak',
  position: { row: 1, distance: 0.5 },
  origin: { seedLot: 'AB-1234' },
};
const existingId = 'first-tree';
export const treeOf = (id: string) => ({ ...newTree, id });

/** Sent as problem details. */
export function problem(status: number, more: object = {}): TreesResponse {
  return { status, body: { title: 'An error', status, ...more } };
}

/** The response to a tree that the server has accepted. */
export function created(tree: object = newTree) {
  const id = randomUUID();
  return { status: 201, headers: { Location: `/v1/trees/${id}` }, body: { ...tree, id } };
}

/** Verifies a server that conforms to trees.yaml, except for one fault. */
export async function verifyTrees(fault: TreesFault = (usual) => usual, ...args: string[]) {
  const trees = new Map<string, object>([[existingId, treeOf(existingId)]]);
  const { url } = await startHttpServer(async (req, res) => {
    const bytes = await buffer(req);
    const { pathname: path, searchParams: query } = new URL(req.url ?? '', 'http://trees');
    const { method = '', headers } = req;
    // Without a byte order mark.
    const body = new TextDecoder().decode(bytes);
    const request = { method, path, query, headers, body };
    const response = fault(answer(request, bytes), request);
    const type = response.status < 400 ? 'application/json' : 'application/problem+json';
    const typeHeader = response.body === undefined ? {} : { 'Content-Type': type };
    res.writeHead(response.status, { ...typeHeader, ...response.headers });
    res.end(method === 'HEAD' ? undefined : JSON.stringify(response.body));
  });
  const existing = ['--header', 'X-Key: test-key', '--value', `id=${existingId}`];
  return runVerifier(contract, url, ['--allow-writes', ...existing, ...args]);

  function answer(
    { method, path, query, headers, body }: TreesRequest,
    bytes: Buffer,
  ): TreesResponse {
    const match = matchOperation(method, path);
    if (match.kind === 'method not declared') {
      return { ...problem(405), headers: { Allow: match.allowed.join(', ') } };
    }
    if (match.kind !== 'operation') return problem(match.kind === 'unknown path' ? 404 : 400);
    const { operation, pathValues } = match;
    const message = { pathValues, query: String(query), headers, body: bytes };
    const rules = validateRequest(operation, message).violations.map(({ rule }) => rule);
    if (operation.security.length > 0 && headers['x-key'] !== 'test-key') return problem(401);
    if (rules.length > 0) return problem(rules.includes('request.media-type') ? 415 : 400);
    if (operation.id === 'ping') return { status: 204 };
    if (operation.id === 'readRow') return { status: 200, body: { state: 'mulched' } };
    if (operation.id === 'listTrees') {
      return { status: 200, headers: { 'X-Total': `${trees.size}` }, body: [...trees.values()] };
    }
    if (operation.id === 'createTree') {
      const response = created(JSON.parse(body));
      trees.set(response.body.id, response.body);
      return response;
    }
    const { id = '' } = pathValues;
    const found = trees.get(id);
    if (!found) return problem(404);
    if (operation.id === 'readTree') return { status: 200, body: found };
    trees.delete(id);
    return { status: 204 };
  }
}
