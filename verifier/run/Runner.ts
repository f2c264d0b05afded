import { isBusy } from '#contract';
import { createPlanner, type Planner } from '../cases/createPlanner.ts';
import { hasOnceValue } from '../cases/onceValue.ts';
import { createChecks } from '../checks/createChecks.ts';
import { isWrite } from '../checks/isWrite.ts';
import {
  type Case,
  type Exchange,
  type Failure,
  isBase,
  type Run,
  type VerifyOptions,
} from '../model.ts';
import type { WireRequest } from '../send/wireRequest.ts';
import { CaseSender, type Client } from './CaseSender.ts';

interface Outcome {
  exchange: Exchange;
  failures: Failure[];
}

/** Sends cases and checks the responses. Every request of a run passes through it. */
export class Runner {
  readonly options: VerifyOptions;
  readonly planner: Planner;
  readonly #sender: CaseSender;
  readonly #check: ReturnType<typeof createChecks>;
  readonly #failures: Failure[] = [];

  constructor(options: VerifyOptions) {
    this.options = options;
    this.planner = createPlanner(options);
    this.#sender = new CaseSender(options);
    this.#check = createChecks(options);
  }

  get exchanges(): readonly Exchange[] {
    return this.#sender.exchanges;
  }

  get secrets(): Run['secrets'] {
    return this.#sender.secrets;
  }

  /** Without those of requests that a server did not answer because it had stopped. */
  get failures(): readonly Failure[] {
    const { end } = this.#sender;
    if (!end) return this.#failures;

    const { exchange, lost } = end;
    const what = exchange.response.isUnreachable ? 'accepts no connections' : 'does not respond';
    const failure: Failure = {
      check: 'response_received',
      message: `Since request ${this.#sender.sentCount - lost.length} the server ${what}.`,
      expected: 'a server that goes on after any request; the case may be the cause',
      exchange: lost[0] ?? this.exchanges.at(-1) ?? exchange,
    };
    const others = this.#failures.filter((it) => !lost.includes(it.exchange));
    return this.options.skipChecks.has(failure.check) ? others : [...others, failure];
  }

  /** What has happened so far. */
  get result(): Omit<Run, 'durationMs'> {
    const { exchanges, skipped, sentCount, secrets } = this.#sender;
    return { exchanges, failures: this.failures, skipped, sentCount, secrets };
  }

  /** Undefined if the case was not sent. */
  async run(testCase: Case, client: Client = {}): Promise<Exchange | undefined> {
    const outcome = await this.#test(testCase, client);
    if (!outcome) return undefined;

    const { exchange, failures } = outcome;
    const isRecovered = failures.length > 0 && (await client.recover?.(exchange));
    if (isRecovered) return this.run(testCase, client);

    this.#failures.push(...(await this.#findSmallest(testCase, outcome, client)));
    return exchange;
  }

  /** Sends cases at the same time. */
  async runAtOnce(
    cases: readonly Case[],
    client: Pick<Client, 'session'> = {},
  ): Promise<(Exchange | undefined)[]> {
    const ready = cases.map((testCase) => this.refresh(testCase));
    const together = await this.#sender.prepareTogether(ready, client.session);
    const outcomes = await Promise.all(ready.map((it) => this.#test(it, client, together)));
    this.#failures.push(...outcomes.flatMap((outcome) => outcome?.failures ?? []));
    return outcomes.map((outcome) => outcome?.exchange);
  }

  /** The case with a value of its own in place of one that can be used once. */
  refresh(testCase: Case): Case {
    return this.#sender.refresh(testCase);
  }

  skip(...args: Parameters<CaseSender['skip']>): void {
    this.#sender.skip(...args);
  }

  /** Adds what only several exchanges show. */
  report(failure: Failure): void {
    if (!this.options.skipChecks.has(failure.check)) this.#failures.push(failure);
  }

  async #test(
    testCase: Case,
    client: Client,
    together?: readonly WireRequest[],
  ): Promise<Outcome | undefined> {
    const sent = await this.#sender.send(testCase, client, together);
    if (!sent) return undefined;

    const { exchange, busy } = sent;
    const ofBusy = busy.flatMap((response) => this.#findFailures({ ...exchange, response }));
    const failures = this.#findFailures(exchange);
    if (this.#mayBeRepeated(testCase, exchange)) await this.#repeat(failures);
    return { exchange, failures: [...ofBusy, ...failures] };
  }

  #findFailures(exchange: Exchange): Failure[] {
    return this.#check(exchange).map((finding) => ({ ...finding, exchange }));
  }

  /** Those of the members of a group that fails by itself, and its own that none of them has alone. */
  async #findSmallest(
    { members = [] }: Case,
    { exchange, failures }: Outcome,
    client: Client,
  ): Promise<readonly Failure[]> {
    const isNew = failures.some(
      (it) => it.isRepeatable !== false && !this.#failsAnyway(it, members),
    );
    if (!isNew || isBusy(exchange.response.status)) return failures;

    const ofMembers: Failure[] = [];
    for (const member of members) {
      const outcome = await this.#test(member, client);
      ofMembers.push(...(outcome?.failures ?? []));
    }
    const known = ofMembers.map(kindOf);
    return [...failures.filter((it) => !known.includes(kindOf(it))), ...ofMembers];
  }

  /** Whether the base request, or what all members have, fails alike, so that no member of a group is its cause. */
  #failsAnyway(failure: Failure, members: readonly Case[]): boolean {
    const { operation, request } = failure.exchange;
    const isShared = ([name, value]: [string, string]) =>
      members.every((member) => member.request.headers[name] === value);
    return this.#failures.some(({ exchange, ...other }) => {
      const { method, target, body, headers } = exchange.request;
      const isSame =
        method === request.method && target === request.target && body === request.body;
      const isPart = isSame && Object.entries(headers).every(isShared);
      const isRelated = exchange.operation === operation && (isBase(exchange) || isPart);
      return isRelated && kindOf(other) === kindOf(failure);
    });
  }

  /** Never a write, a value that can be used once, or one of several requests that belong together. */
  #mayBeRepeated({ request, role }: Case, exchange: Exchange): boolean {
    const { response, together } = exchange;
    const isRead = !isWrite(this.options.contract, exchange) && !hasOnceValue(request);
    const isAlone = together.length === 0 && role !== 'same read';
    return isRead && isAlone && !isBusy(response.status) && !response.isTimeout;
  }

  /** Sends a read that failed once more, the first of each kind of failure, and notes whether it fails again. */
  async #repeat(failures: readonly Failure[]): Promise<void> {
    const kinds = failures.filter(({ isAdvice }) => !isAdvice);
    const known = this.#failures.map(kindOf);
    const isNew = kinds.some((it) => !known.includes(kindOf(it)));
    const repeated = isNew && kinds[0] && (await this.#sender.repeat(kinds[0].exchange));
    if (!repeated) return;

    const again = this.#check(repeated).map(kindOf);
    for (const failure of kinds) failure.isRepeatable = again.includes(kindOf(failure));
  }
}

function kindOf({ check, message }: Pick<Failure, 'check' | 'message'>): string {
  return `${check} ${message}`;
}
