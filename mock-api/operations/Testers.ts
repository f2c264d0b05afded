import { replaceScenarios } from '../scenarios/findScenario.ts';
import { type FieldConditions, FilterError } from '../scenarios/matchFields.ts';
import type { Scenario } from '../scenarios/scenario.ts';
import { nameless } from '../scenarios/testerName.ts';
import type { MockData } from './mockData.ts';

/** Beyond it, the tester that was opened first ends. */
const maxTesters = 10_000;

/** What ended a tester: its own end, or what has taken its requests away. */
export type EndReason =
  | 'finished'
  | 'opened again'
  | 'reset'
  | 'cleared'
  | 'dropped'
  | 'forgotten'
  | 'restarted';

export interface TesterEnd {
  reason: EndReason;
  /** A sentence without its end: `"Reset all" in the console, at 2026-01-01T00:00:00.000Z by 127.0.0.1`. */
  detail: string;
}

/** A name from its opening to its end. The requests under the name in between are those of the tester. */
export interface Tester {
  /** Every call of the tester carries it. It contains the name, for errors after a restart of the mock. */
  token: string;
  name: string;
  /** When its requests began, as the end of a sentence: `it was opened, at 2026-01-01T00:00:00.000Z`. */
  since: string;
  /** The id of the newest request then. */
  afterId: number;
  /** Whether its own reset has removed requests. */
  hadRequests: boolean;
  /** The allowances of unexpected requests that have been used. */
  usedAllowances: Set<string>;
  /** What was added to the data file. */
  data?: MockData;
  /** How far the added scenarios have been used. */
  uses: Map<Scenario, ScenarioUse>;
  end?: TesterEnd;
}

interface ScenarioUse {
  attempts: number;
  /** Why the condition was not met, the last time. */
  unmet?: string;
}

/** The requests of a tester are no longer all there, or no longer its own. */
export class TesterEndedError extends Error {
  override readonly name = 'TesterEndedError';
  readonly reason: EndReason;

  constructor(subject: string, { reason, detail }: TesterEnd) {
    super(`${subject} has ended: ${detail}.`);
    this.reason = reason;
  }
}

const forgotten: TesterEnd = {
  reason: 'forgotten',
  detail: `${maxTesters} others were opened after it`,
};

/**
 * Tracks who owns the requests of a name. Whoever opens a name owns it until something ends that; a name is opened
 * again at any time. The requests without a name belong to all testers, and to one common tester called `none`.
 */
export class Testers {
  readonly #startedAt = now();
  readonly #prefix: string;
  readonly #byToken = new Map<string, Tester>();
  readonly #byName = new Map<string, Tester>();
  #lastNumber = 0;

  /** @param run differs after a restart of the mock */
  constructor(run: string) {
    this.#prefix = run.slice(0, 8);
  }

  /** @param by who opens the name, as the end of a sentence */
  open(name: string, afterId: number, by = ''): Tester {
    this.end(name, 'opened again', `another tester was opened with its name${by}`);
    this.#lastNumber += 1;
    const tester: Tester = {
      token: `${this.#prefix}.${name}.${this.#lastNumber}`,
      name,
      since: `it was opened, at ${now()}`,
      afterId,
      hadRequests: false,
      usedAllowances: new Set(),
      uses: new Map(),
    };
    this.#byToken.set(tester.token, tester);
    this.#byName.set(name, tester);
    this.#forgetOldest();
    return tester;
  }

  /** The tester of the requests without a name. */
  nameless(afterId: number): Tester {
    return this.#byName.get(nameless) ?? this.open(nameless, afterId);
  }

  /** Ends the tester of a name, or all. */
  end(name: string | undefined, reason: EndReason, detail: string): void {
    for (const tester of [...this.#byName.values()]) {
      if (name === undefined || tester.name === name) this.#endOne(tester, reason, detail);
    }
  }

  isOpen(name: string): boolean {
    return this.#byName.has(name);
  }

  /** The open tester whose name follows an id anywhere in a text: that of a request whose id has no known place. */
  nameIn(text: string): string | undefined {
    const found = text.matchAll(/\S\.([\w-]{1,40})(?![\w-])/g);
    return Array.from(found, ([, name = '']) => name).find((name) => this.isOpen(name));
  }

  /**
   * The open tester with a token.
   * @throws {TesterEndedError}
   * @throws {FilterError} for what is no token
   */
  find(token: unknown): Tester {
    const [, run, name, number] = /^(\w{8})\.([\w-]+)\.(\d+)$/.exec(String(token)) ?? [];
    const isOfThisRun = run === this.#prefix;
    if (run === undefined || (isOfThisRun && Number(number) > this.#lastNumber)) {
      const got = JSON.stringify(token);
      throw new FilterError(`tester: expected a token of POST /mock/testers, got ${got}.`);
    }

    const tester = this.#byToken.get(`${token}`);
    if (tester && !tester.end) return tester;
    const restarted = {
      reason: 'restarted',
      detail: `the mock was started again, at ${this.#startedAt}`,
    } as const;
    const end = tester?.end ?? (isOfThisRun ? forgotten : restarted);
    throw new TesterEndedError(`The tester "${name}"`, end);
  }

  /** Adds to the data file for one tester. A scenario replaces one with the same id and operation. */
  add(tester: Tester, added: MockData): void {
    tester.data = tester.data ? mergeData(tester.data, added) : added;
    for (const scenario of added.scenarios.list) tester.uses.set(scenario, { attempts: 0 });
  }

  /** The content of the data file, with what was added for the tester of this name. */
  dataFor(base: MockData, name = ''): MockData {
    const { data } = this.#byName.get(name) ?? {};
    return data ? mergeData(base, data) : base;
  }

  /** Notes that a request has selected a scenario: its attempt, or why the condition is not met. */
  noteUse(name: string | undefined, scenario: Scenario, attempt: number, unmet?: string): void {
    const use = this.#byName.get(name ?? '')?.uses.get(scenario);
    if (!use) return;
    use.attempts = Math.max(use.attempts, attempt);
    if (unmet !== undefined) use.unmet = unmet;
  }

  #endOne(tester: Tester, reason: EndReason, detail: string): void {
    tester.end = { reason, detail: `${detail}, at ${now()}` };
    forgetAdded(tester);
    this.#byName.delete(tester.name);
  }

  #forgetOldest(): void {
    const [oldest] = this.#byToken.values();
    if (this.#byToken.size <= maxTesters || oldest === undefined) return;
    this.#byToken.delete(oldest.token);
    if (!oldest.end) this.#endOne(oldest, forgotten.reason, forgotten.detail);
  }
}

/** What was added for a tester and not used, as sentences. */
export function describeUnused({ uses }: Tester): string[] {
  return [...uses].flatMap(([{ id, operation, steps }, { attempts, unmet }]) => {
    const subject = `The scenario ${id} of ${operation}`;
    if (attempts >= steps.length) return [];
    if (attempts > 0) return [`${subject}: ${attempts} of ${steps.length} steps were used.`];
    if (unmet !== undefined) return [`${subject}: its condition was never met; ${unmet}.`];
    return [`${subject} was never used.`];
  });
}

/** The headers and parameters on which an added scenario depends, and that no request has had, as sentences. */
export function describeMissing(
  { name, uses }: Tester,
  isRecorded: (filter: FieldConditions & { name: string }) => boolean,
): string[] {
  return [...uses].flatMap(([{ id, operation, when = {} }, { attempts, unmet }]) => {
    if (attempts > 0 || unmet === undefined) return [];
    const fields = (['header', 'query'] as const).flatMap((source) =>
      Object.keys(when[source] ?? {}).map((field) => ({ source, field })),
    );
    const missing = fields.filter(
      ({ source, field }) => !isRecorded({ name, [source]: { [field]: { contains: '' } } }),
    );
    return missing.map(
      ({ source, field }) =>
        `The scenario ${id} of ${operation}: no request has had ${source}.${field}. The host forwards only some headers.`,
    );
  });
}

/** Starts again after a reset that has removed requests. */
export function startAgain(tester: Tester, afterId: number, removed: number) {
  forgetAdded(tester);
  tester.since = `its reset, at ${now()}`;
  tester.afterId = afterId;
  tester.hadRequests ||= removed > 0;
}

/** Removes what was added for a tester. */
function forgetAdded(tester: Tester) {
  delete tester.data;
  tester.uses.clear();
}

function mergeData(base: MockData, added: MockData): MockData {
  return {
    ...base,
    briefs: new Map([...base.briefs, ...added.briefs]),
    users: new Map([...base.users, ...added.users]),
    scenarios: replaceScenarios(base.scenarios, added.scenarios),
  };
}

function now(): string {
  return new Date().toISOString();
}
