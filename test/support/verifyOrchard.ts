import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { answeringServer } from './answeringServer.ts';

type Fields = Record<string, unknown>;

interface Answer {
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
  mediaType?: string;
}

const isWhole = (value: unknown, least: number, most = Number.MAX_SAFE_INTEGER) =>
  Number.isInteger(value) && Number(value) >= least && Number(value) <= most;

const LABELS = ['old', 'rare', 'sick', 'sweet'];

/** What an orchard is strict about; each can be turned by itself. */
const rightOrchard = {
  isLimit: (text: string) => /^\d+$/.test(text) && isWhole(Number(text), 1, 50),
  isSort: (text: string) => ['age', 'row'].includes(text),
  isRows: (texts: readonly string[]) => texts.length <= 3 && texts.every((t) => /^-?\d+$/.test(t)),
  isDate: (text: string) => /^\d{4}-\d\d-\d\d$/.test(text),
  isPlace: ({ row, slope, ...more }: Fields) =>
    isWhole(row, 1, 99) &&
    typeof slope === 'number' &&
    slope > 0 &&
    slope % 0.5 === 0 &&
    Object.keys(more).length === 0,
  isOrigin: ({ seed, graft }: Fields) =>
    (typeof seed === 'string' && /^[A-Z]{2}-\d{4}$/.test(seed)) !== isWhole(graft, 1),
  isNote: (value: unknown): boolean =>
    value == null || (typeof value === 'string' && [...value].length <= 20),
  isLabels: (value: unknown): boolean =>
    value === undefined ||
    (Array.isArray(value) &&
      value.length >= 1 &&
      value.length <= 3 &&
      new Set(value).size === value.length &&
      value.every((label) => LABELS.includes(label))),
  isEvergreen: (value: unknown): boolean => value === undefined || typeof value === 'boolean',
  isClosed: true,
  isKey: (key: unknown): boolean => key === 'apple',
  total: (count: number): Record<string, string> => ({ 'X-Total': String(count) }),
  show: (tree: Fields): unknown => tree,
  fell: (trees: Map<number, Fields>, id: number) => trees.delete(id),
  location: (id: number): Record<string, string> => ({ Location: `/v1/trees/${id}` }),
  problemType: 'application/problem+json',
  bell: { status: 204 } as Answer,
};

export type Orchard = typeof rightOrchard;

/** A backend for `verifyOrchard.yaml`, right but for what is changed. */
export function startOrchard(changed: Partial<Orchard> = {}): Promise<string> {
  const orchard = { ...rightOrchard, ...changed };
  const trees = new Map<number, Fields>();
  let lastId = 0;
  return answeringServer(async (req, res) => {
    const body = await buffer(req);
    const answer = answerTo(req, body);
    const text = answer.body === undefined ? undefined : JSON.stringify(answer.body);
    const type = answer.mediaType ?? 'application/json';
    res.writeHead(answer.status, {
      ...(text !== undefined && { 'Content-Type': type }),
      ...answer.headers,
    });
    res.end(text);
  });

  function problem(status: number, headers = {}): Answer {
    return { status, headers, body: { title: 'No.' }, mediaType: orchard.problemType };
  }

  function answerTo(req: IncomingMessage, body: Buffer): Answer {
    const { pathname, searchParams } = new URL(req.url ?? '', 'http://orchard');
    const id = Number(/^\/v1\/trees\/([^/]+)$/.exec(pathname)?.[1] ?? Number.NaN);
    const isTree = pathname.startsWith('/v1/trees/');
    const methods =
      pathname === '/v1/trees' ? ['GET', 'POST'] : isTree ? ['GET', 'DELETE'] : ['GET'];
    const method = req.method === 'HEAD' ? 'GET' : (req.method ?? '');
    if (!methods.includes(method)) return problem(405, { Allow: [...methods, 'HEAD'].join(', ') });
    if (pathname === '/v1/bell') return orchard.bell;
    if (method !== 'GET' && !orchard.isKey(req.headers['x-key'])) return problem(401);
    if (pathname === '/v1/trees') return method === 'GET' ? list(searchParams) : plant(req, body);
    if (!isWhole(id, 1)) return problem(400);
    const tree = trees.get(id);
    if (!tree) return problem(404);
    if (method === 'GET') return { status: 200, body: orchard.show(tree) };
    orchard.fell(trees, id);
    return { status: 204 };
  }

  function list(query: URLSearchParams): Answer {
    const given = (name: string, isRight: (text: string) => boolean) =>
      query.get(name) === null || isRight(query.get(name) ?? '');
    const right =
      given('limit', orchard.isLimit) &&
      given('sort', orchard.isSort) &&
      given('planted[from]', orchard.isDate) &&
      orchard.isRows(query.getAll('row'));
    if (!right) return problem(400);
    return {
      status: 200,
      headers: orchard.total(trees.size),
      body: [...trees.values()].map(orchard.show),
    };
  }

  function plant(req: IncomingMessage, body: Buffer): Answer {
    if (body.length > 0 && req.headers['content-type'] !== 'application/json') return problem(415);
    const seedling = parse(body);
    const { place, origin, note, labels, evergreen, ...more } = seedling ?? {};
    const right =
      orchard.isPlace(asFields(place)) &&
      orchard.isOrigin(asFields(origin)) &&
      orchard.isNote(note) &&
      orchard.isLabels(labels) &&
      orchard.isEvergreen(evergreen) &&
      (!orchard.isClosed || Object.keys(more).length === 0);
    if (!seedling || !right) return problem(400);
    lastId += 1;
    const tree = { ...seedling, id: lastId };
    trees.set(lastId, tree);
    return { status: 201, headers: orchard.location(lastId), body: orchard.show(tree) };
  }
}

function parse(body: Buffer): Fields | undefined {
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
