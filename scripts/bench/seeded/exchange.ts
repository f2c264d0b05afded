import type { IncomingMessage } from 'node:http';

export interface Asked {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

export interface Answered {
  status: number;
  headers: Record<string, string>;
  body: string | Buffer;
}

export const JSON_TYPE = { 'Content-Type': 'application/json' };

export function json(status: number, value: unknown): Answered {
  return { status, headers: JSON_TYPE, body: JSON.stringify(value) };
}

export function problem(status: number, message: string): Answered {
  return json(status, { message });
}
