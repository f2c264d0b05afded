import type { SecretMask } from '../send/secretMask.ts';
import type { SentCase } from '../send/sender.ts';

/** A sent request, by its place among all of them. */
export interface LoggedRequest {
  index: number;
  operation: string;
  target: string;
  /** Whether it may end the session that it has. */
  changesSession: boolean;
  reusesConnection: boolean;
  /** With credentials; mask it before printing. */
  curl(): string;
}

/** The requests that a failure needs, besides its own. */
export interface Sequence {
  requests: readonly LoggedRequest[];
  isConcurrent: boolean;
}

export type CommandLog = ReturnType<typeof createCommandLog>;

/** Remembers what was sent, to print the commands that repeat a case with what it depends on. */
export function createCommandLog(secrets: SecretMask) {
  const requests: LoggedRequest[] = [];
  const origins = new Map<string, { cookie: string; request: LoggedRequest }>();

  return { record, addSession, before, commandsOf };

  function record({ testCase, request, curl }: SentCase): LoggedRequest {
    const logged = {
      index: requests.length,
      operation: testCase.operation.id,
      target: request.target,
      changesSession: mayEndSession(testCase),
      reusesConnection: request.reusesConnection ?? false,
      curl,
    };
    requests.push(logged);
    return logged;
  }

  /** Makes a variable of a session id that the response to a request has set. */
  function addSession(id: string, cookie: string, request: LoggedRequest): void {
    const count = origins.size + 1;
    const variable = count === 1 ? 'SESSION' : `SESSION_${count}`;
    if (secrets.add(id, variable)) origins.set(variable, { cookie, request });
  }

  /** The last requests to the same operation before one, the latest first. */
  function before({ index, operation }: LoggedRequest): LoggedRequest[] {
    return requests
      .slice(0, index)
      .filter((it) => it.operation === operation)
      .reverse();
  }

  /** The bash commands that repeat a request, after those that it depends on. */
  function commandsOf(request: LoggedRequest, { requests: others, isConcurrent }: Sequence) {
    const ordered = [...others, request].toSorted((a, b) => a.index - b.index);
    const sent = ordered.map((it) => secrets.maskCommand(it.curl()));
    return [...preparation(sent.join('\n'), request), ...joinCommands(ordered, sent, isConcurrent)];
  }

  /** Sets the variables of sessions, and repeats what changed the sessions since. */
  function preparation(text: string, request: LoggedRequest): string[] {
    const used = variablesIn(text);
    const chain = used.map((variable) => origins.get(variable)).filter((it) => it !== undefined);
    if (chain.length === 0) return [];

    const first = Math.min(...chain.map((it) => it.request.index));
    const starts = new Map([...origins].map(([variable, it]) => [it.request, variable] as const));
    return requests.slice(first, request.index).flatMap((it) => {
      const variable = starts.get(it);
      const command = secrets.maskCommand(it.curl());
      if (variable !== undefined && used.includes(variable)) {
        return [`${variable}=$(${readCookie(command, origins.get(variable)?.cookie ?? '')})`];
      }
      const changesSession = it.changesSession && variable === undefined;
      const isOwn = variablesIn(command).some((each) => used.includes(each));
      return changesSession && isOwn ? [command] : [];
    });
  }

  function variablesIn(text: string): string[] {
    const names = [...text.matchAll(/\$\{?(SESSION(?:_\d+)?)\b/g)].map(([, name = '']) => name);
    return [...new Set(names)];
  }
}

function mayEndSession({ isWrite, kind, request }: SentCase['testCase']): boolean {
  return isWrite && kind !== 'undeclared method' && request.body === undefined;
}

function readCookie(command: string, cookie: string): string {
  const name = cookie.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  const silent = command.replace('curl -i', 'curl -si');
  return `${silent} | sed -nE 's/^[Ss]et-[Cc]ookie: *${name}=([^;\\r]*).*/\\1/p'`;
}

/** Sends them at the same time, on one connection if they need that, or in turn. */
function joinCommands(
  requests: readonly LoggedRequest[],
  commands: readonly string[],
  isConcurrent: boolean,
): string[] {
  if (commands.length < 2) return [...commands];
  if (isConcurrent) return [...commands.map((it) => `${it} &`), 'wait'];

  const isJoinable = commands.every((it) => it.startsWith('curl '));
  if (!isJoinable || !requests.every((it) => it.reusesConnection)) return [...commands];

  return [commands.join(' --next ').replaceAll('--next curl ', '--next ')];
}
