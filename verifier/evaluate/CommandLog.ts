import type { SecretMask } from '../send/SecretMask.ts';
import type { SentCase } from '../send/Sender.ts';

/** A sent request, by its place among all of them. */
export interface LoggedRequest {
  index: number;
  operation: string;
  target: string;
  /** Whether it may end the session that it has. */
  changesSession: boolean;
  reusesConnection: boolean;
  /** The command contains credentials; mask it before printing. */
  curl(): string;
}

/** The requests that a failure needs, besides its own. */
export interface Sequence {
  requests: readonly LoggedRequest[];
  isConcurrent: boolean;
}

/** Remembers what was sent, to print the commands that repeat a case with what it depends on. */
export class CommandLog {
  readonly #secrets: SecretMask;
  readonly #requests: LoggedRequest[] = [];
  /** The requests that started sessions, by the names of their variables. */
  readonly #starts = new Map<string, { cookie: string; request: LoggedRequest }>();

  constructor(secrets: SecretMask) {
    this.#secrets = secrets;
  }

  record({ testCase, request, curl }: SentCase): LoggedRequest {
    const { isWrite, kind, operation } = testCase;
    const logged = {
      index: this.#requests.length,
      operation: operation.id,
      target: request.target,
      changesSession: isWrite && kind !== 'undeclared method' && request.body === undefined,
      reusesConnection: request.reusesConnection ?? false,
      curl,
    };
    this.#requests.push(logged);
    return logged;
  }

  /** Makes a variable of a session id that the response to a request has set. */
  addSession(id: string, cookie: string, request: LoggedRequest): void {
    const count = this.#starts.size + 1;
    const variable = count === 1 ? 'SESSION' : `SESSION_${count}`;
    if (this.#secrets.add(id, variable)) this.#starts.set(variable, { cookie, request });
  }

  /** The requests to the same operation before one, the latest first. */
  before({ index, operation }: LoggedRequest): LoggedRequest[] {
    const earlier = this.#requests.slice(0, index);
    return earlier.filter((it) => it.operation === operation).reverse();
  }

  /** The bash commands that repeat a request, after those that it depends on. */
  commandsOf(request: LoggedRequest, { requests, isConcurrent }: Sequence): string[] {
    const ordered = [...requests, request].toSorted((a, b) => a.index - b.index);
    const commands = ordered.map((it) => this.#command(it));
    const prepared = this.#prepareSessions(variablesIn(commands.join('\n')), request);
    if (isConcurrent) return [...prepared, ...commands.map((it) => `${it} &`), 'wait'];

    const sharesConnection = ordered.length > 1 && ordered.every((it) => it.reusesConnection);
    if (!sharesConnection) return [...prepared, ...commands];

    const [first = '', ...others] = commands;
    return [...prepared, [first, ...others.map((it) => it.replace('curl', '--next'))].join(' ')];
  }

  /** Sets the variables of sessions, and repeats what changed the sessions before a request. */
  #prepareSessions(variables: readonly string[], { index }: LoggedRequest): string[] {
    return this.#requests.slice(0, index).flatMap((it) => {
      const started = variables.find((variable) => this.#starts.get(variable)?.request === it);
      if (started !== undefined) return [this.#startSession(started)];
      if (!it.changesSession || this.#isStart(it)) return [];

      const command = this.#command(it);
      return variablesIn(command).some((each) => variables.includes(each)) ? [command] : [];
    });
  }

  #startSession(variable: string): string {
    const start = this.#starts.get(variable);
    if (!start) return '';

    const name = start.cookie.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
    const silent = this.#command(start.request).replace('curl -i', 'curl -si');
    const read = `sed -nE 's/^[Ss]et-[Cc]ookie: *${name}=([^;\\r]*).*/\\1/p'`;
    return `${variable}=$(${silent} | ${read})`;
  }

  #isStart(request: LoggedRequest): boolean {
    return [...this.#starts.values()].some((it) => it.request === request);
  }

  #command({ curl }: LoggedRequest): string {
    return this.#secrets.maskCommand(curl());
  }
}

/** The variables of sessions that a command uses. */
function variablesIn(command: string): string[] {
  const names = [...command.matchAll(/\$\{?(SESSION(?:_\d+)?)\b/g)].map(([, name = '']) => name);
  return [...new Set(names)];
}
