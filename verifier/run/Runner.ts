import { isBusy } from '#contract';
import { createPlanner } from '../cases/createPlanner.ts';
import { hasSingleUseValue } from '../cases/singleUsePlaceholder.ts';
import { createChecks } from '../checks/createChecks.ts';
import { isWrite } from '../checks/isWrite.ts';
import {
  type Case,
  type Exchange,
  type Failure,
  type Finding,
  isBase,
  type Run,
  type Session,
  type VerifyOptions,
} from '../model.ts';
import type { WireRequest } from '../send/wireRequest.ts';
import { CaseSender, type Client } from './CaseSender.ts';

/** An exchange with its failures. */
interface Outcome {
  exchange: Exchange;
  failures: Failure[];
}

/** Sends the cases of a run, and checks the responses. */
export class Runner {
  readonly options: VerifyOptions;
  /** Plans the cases of an operation that follow its base request. */
  readonly plan: ReturnType<typeof createPlanner>;
  readonly #sender: CaseSender;
  readonly #check: ReturnType<typeof createChecks>;
  readonly #failures: Failure[] = [];

  constructor(options: VerifyOptions) {
    this.options = options;
    this.plan = createPlanner(options);
    this.#sender = new CaseSender(options);
    this.#check = createChecks(options);
  }

  get exchanges(): readonly Exchange[] {
    return this.#sender.exchanges;
  }

  get secrets(): Run['secrets'] {
    return this.#sender.secrets;
  }

  /** Returns the failures so far; if the server has stopped, one for all requests since. */
  get failures(): readonly Failure[] {
    const { stop } = this.#sender;
    if (!stop) return this.#failures;

    const { exchange, lost } = stop;
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

  /** Returns the results so far. */
  get result(): Omit<Run, 'durationMs'> {
    const { exchanges, skipped, sentCount, secrets } = this.#sender;
    return { exchanges, failures: this.failures, skipped, sentCount, secrets };
  }

  /** Sends a case; returns undefined if it was not sent. */
  async run(testCase: Case, client: Client = {}): Promise<Exchange | undefined> {
    const outcome = await this.#test(testCase, client);
    if (!outcome) return undefined;

    const { exchange, failures } = outcome;
    const isRecovered = failures.length > 0 && (await client.recover?.(exchange));
    if (isRecovered) return this.run(testCase, client);

    this.#failures.push(...(await this.#findSmallest(testCase, outcome, client)));
    return exchange;
  }

  /** Sends cases at the same time, with a session unless a case tests missing credentials. */
  async runAtOnce(cases: readonly Case[], session?: Session): Promise<(Exchange | undefined)[]> {
    const ready = cases.map((testCase) => this.refresh(testCase));
    const sessionOf = ({ expected }: Case) => (expected === 'unauthorized' ? undefined : session);
    const together = await this.#sender.prepareTogether(ready, sessionOf);
    const outcomes = await Promise.all(
      ready.map((it) =>
        this.#test(it, { session: sessionOf(it), steps: session?.steps }, together),
      ),
    );
    this.#failures.push(...outcomes.flatMap((outcome) => outcome?.failures ?? []));
    return outcomes.map((outcome) => outcome?.exchange);
  }

  /** Replaces the placeholder of a single-use value in a case by a new value. */
  refresh(testCase: Case): Case {
    return this.#sender.refresh(testCase);
  }

  skip(...args: Parameters<CaseSender['skip']>): void {
    this.#sender.skip(...args);
  }

  /** Adds a failure that only several exchanges together reveal. */
  report(failure: Failure): void {
    if (!this.options.skipChecks.has(failure.check)) this.#failures.push(failure);
  }

  /** Sends a request once more without recording it; undefined if the server is too busy or cannot be reached. */
  repeat(...args: Parameters<CaseSender['repeat']>): Promise<Exchange | undefined> {
    return this.#sender.repeat(...args);
  }

  /** Returns the names of the checks that fail for an exchange. */
  failedChecks(exchange: Exchange): string[] {
    return this.#check(exchange).map(({ check }) => check);
  }

  async #test(
    testCase: Case,
    client: Client,
    together?: readonly WireRequest[],
  ): Promise<Outcome | undefined> {
    const sent = await this.#sender.send(testCase, client, together);
    if (!sent) return undefined;

    const { exchange, busy } = sent;
    const limited = busy.flatMap((response) => this.#findFailures({ ...exchange, response }));
    const failures = this.#findFailures(exchange);
    if (this.#mayBeRepeated(testCase, exchange)) await this.#repeat(failures);
    return { exchange, failures: [...limited, ...failures] };
  }

  #findFailures(exchange: Exchange): Failure[] {
    return this.#check(exchange).map((finding) => ({ ...finding, exchange }));
  }

  /** Sends each member of a failed case alone; returns their failures, and those that only the case itself has. */
  async #findSmallest(
    { members = [] }: Case,
    { exchange, failures }: Outcome,
    client: Client,
  ): Promise<readonly Failure[]> {
    const isNew = failures.some((it) => it.isRepeatable !== false && !this.#failsAnyway(it));
    if (!isNew || isBusy(exchange.response.status)) return failures;

    const found: Failure[] = [];
    for (const member of members) {
      const outcome = await this.#test(member, client);
      found.push(...(outcome?.failures ?? []));
    }
    const known = found.map(kindOf);
    return [...failures.filter((it) => !known.includes(kindOf(it))), ...found];
  }

  /** Whether the base request has failed alike. */
  #failsAnyway(failure: Failure): boolean {
    const { operation } = failure.exchange;
    return this.#failures.some(
      (it) =>
        it.exchange.operation === operation &&
        isBase(it.exchange) &&
        kindOf(it) === kindOf(failure),
    );
  }

  /** Whether a request may be sent again: no write, no single-use value, and none of several that belong together. */
  #mayBeRepeated({ request }: Case, exchange: Exchange): boolean {
    const { response, together } = exchange;
    const isRead = !isWrite(this.options.contract, exchange) && !hasSingleUseValue(request);
    const isAlone = together.length === 0;
    return isRead && isAlone && !isBusy(response.status) && !response.isTimeout;
  }

  /** Sends a read once more if its kind of failure is new or may be due to the connection, and records the result. */
  async #repeat(failures: readonly Failure[]): Promise<void> {
    const kinds = failures.filter(({ isWarning }) => !isWarning);
    const known = this.#failures.map(kindOf);
    const isWorthIt = (it: Failure) =>
      !known.includes(kindOf(it)) || it.exchange.request.reusesConnection;
    const repeated =
      kinds.some(isWorthIt) && kinds[0] && (await this.#sender.repeat(kinds[0].exchange));
    if (!repeated) return;

    const again = this.#check(repeated).map(kindOf);
    for (const failure of kinds) failure.isRepeatable = again.includes(kindOf(failure));
  }
}

function kindOf({ check, message }: Finding): string {
  return `${check} ${message}`;
}
