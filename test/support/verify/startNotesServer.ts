import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { loadContract } from '../../../mock-api/contract/load/loadContract.ts';
import { startHttpServer } from '../startHttpServer.ts';
import { runVerifier } from './runVerifier.ts';

export interface NotesRequest {
  method: string;
  /** Without the query. */
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  body: string;
}

export interface NotesResponse {
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
}

/** What a fault changes about a right server. */
export interface NotesFault {
  /** Replaces a response; the last argument counts the requests. */
  respond?: (
    response: NotesResponse,
    request: NotesRequest,
    count: number,
  ) => NotesResponse | Promise<NotesResponse>;
  /** Changes a note before it is validated, as a lenient parser does. */
  coerce?: (note: Record<string, unknown>) => Record<string, unknown>;
  /** The id of which a request reads the note, as a lenient router does. */
  findId?: (id: string) => string;
}

export const noteIds = ['first-note', 'second-note'] as const;

export function problem(status: number, more: object = {}): NotesResponse {
  const headers = { 'Content-Type': 'application/problem+json' };
  return { status, headers, body: { title: 'An error', status, ...more } };
}

/** Verifies a server that conforms to notes.yaml, except for one fault. */
export async function verifyNotes(
  { respond = (response) => response, coerce = (note) => note, findId = (id) => id }: NotesFault,
  ...args: string[]
) {
  const notes = new Map<string, object>(noteIds.map((id) => [id, { id, title: `Note ${id}` }]));
  let count = 0;
  const { url } = await startHttpServer(async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk);
    const { pathname: path, searchParams: query } = new URL(req.url ?? '', 'http://notes');
    const body = String(Buffer.concat(chunks));
    const request = { method: req.method ?? '', path, query, headers: req.headers, body };
    count += 1;
    const response = await respond(answer(request), request, count);
    const text = response.body === undefined ? '' : JSON.stringify(response.body);
    const type = response.body === undefined ? {} : { 'Content-Type': 'application/json' };
    res.writeHead(response.status, { ...type, ...response.headers });
    res.end(req.method === 'HEAD' ? undefined : text);
  });
  const contract = await loadContract('test/support/verify/notes.yaml');
  return runVerifier(contract, url, ['--allow-writes', '--value', `noteId=${noteIds[0]}`, ...args]);

  function answer({ method, path, query, headers, body }: NotesRequest): NotesResponse {
    const [, rawId] = /^\/notes\/([^/]+)$/.exec(path) ?? [];
    if (rawId === undefined && path !== '/notes') return problem(404);
    const allowed = rawId === undefined ? ['GET', 'HEAD', 'POST'] : ['GET', 'HEAD', 'DELETE'];
    if (!allowed.includes(method)) {
      const response = problem(405);
      return { ...response, headers: { ...response.headers, Allow: allowed.join(', ') } };
    }
    if (rawId !== undefined) return answerNote(method, rawId);
    if (method === 'POST') return createNote(headers['content-type'] ?? '', body);
    const limits = query.getAll('limit');
    const isValid = limits.every((text) => /^[1-9]\d?$/.test(text) && Number(text) <= 50);
    return isValid && limits.length < 2 ? { status: 200, body: [] } : problem(400);
  }

  function answerNote(method: string, rawId: string): NotesResponse {
    let id: string;
    try {
      id = findId(decodeURIComponent(rawId));
    } catch {
      return problem(400);
    }
    if (!/^[A-Za-z0-9.-]{1,40}$/.test(id)) return problem(400);
    const note = notes.get(id);
    if (!note) return problem(404);
    if (method !== 'DELETE') return { status: 200, body: note };
    notes.delete(id);
    return { status: 204 };
  }

  function createNote(type: string, body: string): NotesResponse {
    if (!/^application\/json\s*(;|$)/i.test(type)) return problem(415);
    let given: unknown;
    try {
      given = JSON.parse(body);
    } catch {
      return problem(400);
    }
    if (typeof given !== 'object' || given === null || Array.isArray(given)) return problem(400);
    const note = coerce(given as Record<string, unknown>);
    if (!isNote(note)) return problem(400);
    const created = { id: randomUUID(), title: note.title };
    notes.set(created.id, created);
    return { status: 201, body: created };
  }
}

function isNote({ title, size, pinned, tags, color, due, at }: Record<string, unknown>): boolean {
  const length = typeof title === 'string' ? [...title].length : 0;
  const hasText = length >= 1 && length <= 40;
  const hasSize = Number.isInteger(size) && Number(size) >= 1 && Number(size) <= 99;
  const hasTags = Array.isArray(tags) && tags.every((tag) => typeof tag === 'string');
  const hasColor = color === 'RED' || color === 'BLUE';
  return (
    hasText &&
    hasSize &&
    typeof pinned === 'boolean' &&
    hasTags &&
    hasColor &&
    isDate(due) &&
    isTime(at)
  );
}

function isDate(value: unknown): boolean {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return false;
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}

function isTime(value: unknown): boolean {
  const [date = '', time = ''] = String(value).split(/[Tt]/);
  const pattern =
    /^([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?([Zz]|[+-]([01]\d|2[0-3]):[0-5]\d)$/;
  return isDate(date) && pattern.test(time);
}
