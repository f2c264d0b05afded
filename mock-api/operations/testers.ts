import { replaceScenarios } from '../scenarios/findScenario.ts';
import { FilterError } from '../scenarios/matchFields.ts';
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
  /** Every call of the tester carries it. */
  token: string;
  name: string;
  openedAt: string;
  /** Of the newest request when it was opened. */
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

export type Testers = ReturnType<typeof createTesters>;

/**
 * Tracks who owns the requests of a name. Whoever opens a name owns it until something ends that; a name is opened
 * again at any time. The requests without a name belong to all testers, and to one common tester called `none`.
 * @param run differs after a restart of the mock
 */
export function createTesters(run: string) {
  const startedAt = now();
  const prefix = run.slice(0, 8);
  const byToken = new Map<string, Tester>();
  const byName = new Map<string, Tester>();
  let lastNumber = 0;

  function end(name: string | undefined, reason: EndReason, detail: string) {
    const ended = name === undefined ? [...byName.values()] : [byName.get(name)];
    for (const tester of ended) if (tester) endOne(tester, reason, detail);
  }

  function endOne(tester: Tester, reason: EndReason, detail: string) {
    tester.end = { reason, detail: `${detail}, at ${now()}` };
    forgetAdded(tester);
    if (byName.get(tester.name) === tester) byName.delete(tester.name);
  }

  function open(name: string, afterId: number, by = ''): Tester {
    end(name, 'opened again', `another tester was opened with its name${by}`);
    lastNumber += 1;
    const tester: Tester = {
      token: `${prefix}.${lastNumber}`,
      name,
      openedAt: now(),
      afterId,
      hadRequests: false,
      usedAllowances: new Set(),
      uses: new Map(),
    };
    byToken.set(tester.token, tester);
    byName.set(name, tester);
    const [oldest] = byToken.values();
    if (byToken.size > maxTesters && oldest) {
      if (!oldest.end) endOne(oldest, 'forgotten', `${maxTesters} others were opened after it`);
      byToken.delete(oldest.token);
    }
    return tester;
  }

  return {
    open,
    end,

    /** The tester of the requests without a name. */
    nameless: (afterId: number) => byName.get(nameless) ?? open(nameless, afterId),

    isOpen: (name: string) => byName.has(name),

    /**
     * The open tester with a token.
     * @throws {TesterEndedError}
     * @throws {FilterError} for what is no token
     */
    find(token: unknown): Tester {
      const [, tokenRun, number] = /^(\w{8})\.(\d+)$/.exec(String(token)) ?? [];
      if (tokenRun === undefined || (tokenRun === prefix && Number(number) > lastNumber)) {
        const got = JSON.stringify(token);
        throw new FilterError(`tester: expected a token of POST /mock/testers, got ${got}.`);
      }
      const tester = byToken.get(`${token}`);
      if (tester?.end) throw new TesterEndedError(`The tester "${tester.name}"`, tester.end);
      if (tester) return tester;
      const subject = `The tester ${token}`;
      if (tokenRun === prefix) {
        const detail = `${maxTesters} others were opened after it`;
        throw new TesterEndedError(subject, { reason: 'forgotten', detail });
      }
      const detail = `The mock was started again, at ${startedAt}`;
      throw new TesterEndedError(subject, { reason: 'restarted', detail });
    },

    /** Adds to the data file for one tester. A scenario replaces one with the same id and operation. */
    add(tester: Tester, added: MockData) {
      tester.data = tester.data ? mergeData(tester.data, added) : added;
      for (const scenario of added.scenarios.list) tester.uses.set(scenario, { attempts: 0 });
    },

    /** The content of the data file, with what was added for the tester of this name. */
    dataFor(base: MockData, name = ''): MockData {
      const { data } = byName.get(name) ?? {};
      return data ? mergeData(base, data) : base;
    },

    /** Notes that a request has selected a scenario: its attempt, or why the condition is not met. */
    noteUse(name: string | undefined, scenario: Scenario, attempt: number, unmet?: string) {
      const use = byName.get(name ?? '')?.uses.get(scenario);
      if (!use) return;
      use.attempts = Math.max(use.attempts, attempt);
      if (unmet !== undefined) use.unmet = unmet;
    },
  };
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

/** Removes what was added for a tester. */
export function forgetAdded(tester: Tester) {
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
