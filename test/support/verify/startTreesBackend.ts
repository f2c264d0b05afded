import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { startHttpServer } from '../startHttpServer.ts';

type Fields = Record<string, unknown>;

interface Response {
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
  mediaType?: string;
}

const isInteger = (value: unknown, min: number, max = Number.MAX_SAFE_INTEGER) =>
  Number.isInteger(value) && Number(value) >= min && Number(value) <= max;

const knownLabels = ['old', 'rare', 'sick', 'sweet'];

/** The rules of `trees.yaml`. A test replaces one to seed a fault. */
const referenceRules = {
  isLimit: (text: string) => /^\d+$/.test(text) && isInteger(Number(text), 1, 50),
  isSort: (text: string) => ['age', 'row'].includes(text),
  isRows: (texts: readonly string[]) => texts.length <= 3 && texts.every((t) => /^-?\d+$/.test(t)),
  isDate: (text: string) =>
    /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00Z`).toJSON()?.slice(0, 10) === text,
  isPosition: ({ row, distance, ...others }: Fields) =>
    isInteger(row, 1, 99) &&
    typeof distance === 'number' &&
    distance > 0 &&
    distance % 0.5 === 0 &&
    Object.keys(others).length === 0,
  isOrigin: ({ seedLot, parentId }: Fields) =>
    (typeof seedLot === 'string' && /^[A-Z]{2}-\d{4}$/.test(seedLot)) !== isInteger(parentId, 1),
  isNote: (value: unknown): boolean =>
    value == null || (typeof value === 'string' && [...value].length <= 20),
  isLabels: (value: unknown): boolean =>
    value === undefined ||
    (Array.isArray(value) &&
      value.length >= 1 &&
      value.length <= 3 &&
      new Set(value).size === value.length &&
      value.every((label) => knownLabels.includes(label))),
  isEvergreen: (value: unknown): boolean => value === undefined || typeof value === 'boolean',
  allowsUnknownProperties: false,
  isKey: (key: unknown): boolean => key === 'test-key',
  totalHeader: (count: number): Record<string, string> => ({ 'X-Total': String(count) }),
  serialize: (tree: Fields): unknown => tree,
  deleteTree: (trees: Map<number, Fields>, id: number) => trees.delete(id),
  locationHeader: (id: number): Record<string, string> => ({ Location: `/v1/trees/${id}` }),
  problemType: 'application/problem+json',
  ping: { status: 204 } as Response,
};

export type TreesRules = typeof referenceRules;

/** Starts a backend for `trees.yaml` that conforms except for the given rules. Resolves to its origin. */
export async function startTreesBackend(changedRules: Partial<TreesRules> = {}): Promise<string> {
  const rules = { ...referenceRules, ...changedRules };
  const trees = new Map<number, Fields>();
  let lastId = 0;
  const { url } = await startHttpServer(async (req, res) => {
    const response = handle(req, await buffer(req));
    const text = response.body === undefined ? undefined : JSON.stringify(response.body);
    const type = response.mediaType ?? 'application/json';
    res.writeHead(response.status, {
      ...(text !== undefined && { 'Content-Type': type }),
      ...response.headers,
    });
    res.end(text);
  });
  return url;

  function problem(status: number, headers = {}): Response {
    const body = { title: `Status ${status}` };
    return { status, headers, body, mediaType: rules.problemType };
  }

  function handle(req: IncomingMessage, body: Buffer): Response {
    const { pathname, searchParams } = new URL(req.url ?? '', 'http://trees.example');
    const id = Number(/^\/v1\/trees\/([^/]+)$/.exec(pathname)?.[1] ?? Number.NaN);
    const isTree = pathname.startsWith('/v1/trees/');
    const methods =
      pathname === '/v1/trees' ? ['GET', 'POST'] : isTree ? ['GET', 'DELETE'] : ['GET'];
    const method = req.method === 'HEAD' ? 'GET' : (req.method ?? '');
    if (!methods.includes(method)) return problem(405, { Allow: [...methods, 'HEAD'].join(', ') });
    if (pathname === '/v1/ping') return rules.ping;
    if (method !== 'GET' && !rules.isKey(req.headers['x-key'])) return problem(401);
    if (pathname === '/v1/trees') {
      return method === 'GET' ? listTrees(searchParams) : createTree(req, body);
    }
    if (!isInteger(id, 1)) return problem(400);
    const tree = trees.get(id);
    if (!tree) return problem(404);
    if (method === 'GET') return { status: 200, body: rules.serialize(tree) };
    rules.deleteTree(trees, id);
    return { status: 204 };
  }

  function listTrees(query: URLSearchParams): Response {
    const isAbsentOr = (name: string, isValid: (text: string) => boolean) =>
      query.get(name) === null || isValid(query.get(name) ?? '');
    const isValid =
      isAbsentOr('limit', rules.isLimit) &&
      isAbsentOr('sort', rules.isSort) &&
      isAbsentOr('planted[from]', rules.isDate) &&
      rules.isRows(query.getAll('row'));
    if (!isValid) return problem(400);
    return {
      status: 200,
      headers: rules.totalHeader(trees.size),
      body: [...trees.values()].map(rules.serialize),
    };
  }

  function createTree(req: IncomingMessage, body: Buffer): Response {
    const type = req.headers['content-type']?.split(';')[0]?.toLowerCase();
    if (body.length > 0 && type !== 'application/json') return problem(415);
    const fields = parseJson(body);
    const { position, origin, note, labels, evergreen, ...others } = fields ?? {};
    const isValid =
      rules.isPosition(asFields(position)) &&
      rules.isOrigin(asFields(origin)) &&
      rules.isNote(note) &&
      rules.isLabels(labels) &&
      rules.isEvergreen(evergreen) &&
      (rules.allowsUnknownProperties || Object.keys(others).length === 0);
    if (!fields || !isValid) return problem(400);
    lastId += 1;
    const tree = { position, origin, note, labels, evergreen, id: lastId };
    trees.set(lastId, tree);
    return { status: 201, headers: rules.locationHeader(lastId), body: rules.serialize(tree) };
  }
}

function parseJson(body: Buffer): Fields | undefined {
  try {
    return JSON.parse(String(body)) ?? undefined;
  } catch {
    return undefined;
  }
}

function asFields(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Fields)
    : {};
}
