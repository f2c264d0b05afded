import { isRecord } from '../contract/jsonPointer.ts';
import type { Behaviour } from './behaviour.ts';
import type { StepSource } from './scenarioSource.ts';

/** What the mock does for a step of the data file. */
export function toBehaviour(step: StepSource): Behaviour {
  const { headers, fault, bytesPerSecond, delay } = step;
  return {
    ...toResponse(step),
    ...(headers && {
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
      ),
    }),
    ...(delay !== undefined && {
      delayMs: isRecord(delay) && 'from' in delay ? ([delay.from, delay.to] as const) : delay,
    }),
    ...(fault && { fault }),
    ...(bytesPerSecond !== undefined && { bytesPerSecond }),
  };
}

function toResponse({
  status,
  body,
  example,
  mediaType,
}: StepSource): Pick<Behaviour, 'response' | 'example'> {
  if (body !== undefined) {
    const isText = typeof body === 'string';
    const type = mediaType ?? defaultMediaType(body);
    return {
      response: {
        status: status ?? 200,
        ...(type !== undefined && { mediaType: type }),
        body: isText ? body : { json: body },
      },
    };
  }
  if (status === undefined && example === undefined) return {};
  return {
    example: {
      ...(status !== undefined && { status }),
      ...(example !== undefined && { name: example }),
    },
  };
}

function defaultMediaType(body: unknown): string | undefined {
  if (body === '') return undefined;
  return typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/json';
}
