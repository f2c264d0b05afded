import { type Contract, createOperationMatcher, type Operation } from '#contract';
import { createViolationFinder } from '../plan/findViolations.ts';
import type { PhaseName } from '../plan/phaseNames.ts';
import type { CaseDraft, RowKind, SkippedCase, TestCase } from '../plan/testCase.ts';
import type { RequestValues } from '../plan/wireRequest.ts';
import { Sampler } from '../values/Sampler.ts';
import { coverageCases } from './coverageCases.ts';
import { createDraftEncoder, type EncodeDraft } from './encodeDraft.ts';
import { exampleCases } from './exampleCases.ts';
import { createContext, type PhaseCases, type PhaseContext } from './phaseContext.ts';
import { bodyCases } from './protocol/bodyCases.ts';
import { credentialCases } from './protocol/credentialCases.ts';
import { headerCases } from './protocol/headerCases.ts';
import { mediaTypeCases } from './protocol/mediaTypeCases.ts';
import { methodCases } from './protocol/methodCases.ts';
import { repetitionCases } from './repetitionCases.ts';
import { isSelected } from './selectCases.ts';
import { idCases } from './values/idCases.ts';
import { lengthCases } from './values/lengthCases.ts';
import { numberCases } from './values/numberCases.ts';
import { resourceCases } from './values/resourceCases.ts';
import { textCases } from './values/textCases.ts';

export interface PlanOptions {
  /** Values that exist on the server, by the name of a parameter or a body property. */
  existingValues: ReadonlyMap<string, string>;
  /** The ids of the operations to plan; empty for all. */
  only: readonly string[];
  /** The phases to plan; undefined for all. */
  phases?: ReadonlySet<PhaseName>;
  /** Makes values that can be used only once different from those of other runs. */
  runId?: string;
  /** The URL of the host in front of the backend; undefined if it is not known. */
  publicUrl?: URL | undefined;
}

export type Plan = ReturnType<typeof planCases>;

export interface PlannedRequest {
  testCase: TestCase;
  values: RequestValues;
}

/** Put in front of every free-text string of a write. */
const tag = '[contract-check]';

/** What generates the cases of each phase. `stateful/` generates those of the last, from responses. */
const generators: Readonly<Record<PhaseName, readonly PhaseCases[]>> = {
  examples: [exampleCases],
  coverage: [coverageCases],
  values: [textCases, lengthCases, numberCases, idCases, resourceCases],
  protocol: [credentialCases, mediaTypeCases, bodyCases, headerCases, methodCases],
  repetition: [repetitionCases],
  stateful: [],
};

/**
 * Derives the test cases of every phase but `stateful` from a contract.
 *
 * @example
 * const { cases } = planCases(await loadContract('openapi.yaml'));
 */
export function planCases(contract: Contract, planOptions: Partial<PlanOptions> = {}) {
  const { existingValues = new Map(), runId = 'run', phases, only = [], publicUrl } = planOptions;
  const sampler = new Sampler(contract, tag);
  const matchOperation = createOperationMatcher(contract);
  const findViolations = createViolationFinder(contract, matchOperation);
  const tools = { contract, sampler, existingValues, matchOperation, findViolations, publicUrl };
  const contexts = contract.operations.flatMap((it) => createContext(it, tools) ?? []);
  const encodeDraft = createDraftEncoder(runId);
  const planned = contexts
    .filter(({ operation }) => isSelected(operation, only))
    .map((context) => planOperation(context, { phases, runId, encodeDraft }));

  return {
    contract,
    /** The cases in the order of the contract's operations; the same in every run. */
    cases: planned.flatMap((it) => it.cases),
    skipped: [...skipWithoutContext(contract, contexts), ...planned.flatMap((it) => it.skipped)],
    /** The names of existing values that no base request has. */
    unusedValues: [...existingValues.keys()].filter((name) =>
      contexts.every(({ locations }) => !locations.some((it) => it.isExisting && it.name === name)),
    ),
    buildRequest,
  };

  /** An operation's base request, also with some values replaced; undefined if valid data is not valid then. */
  function buildRequest(
    operation: Operation,
    change: (values: RequestValues) => RequestValues = (values) => values,
    kind: RowKind = 'valid data',
  ): PlannedRequest | undefined {
    const context = contexts.find((each) => each.operation === operation);
    if (!context) return undefined;

    const { base } = context;
    const values = change(base.values);
    const testCase = encodeDraft(context, 'stateful', { ...base, kind, values });
    return testCase && { testCase, values };
  }
}

function skipWithoutContext(
  { operations }: Contract,
  contexts: readonly PhaseContext[],
): SkippedCase[] {
  const reason = 'the contract has no valid example and no valid request could be generated';
  return operations
    .filter((operation) => !contexts.some((it) => it.operation === operation))
    .map(({ id }) => ({ operation: id, description: 'All cases.', reason }));
}

interface OperationTools {
  phases: PlanOptions['phases'];
  runId: string;
  encodeDraft: EncodeDraft;
}

/** The different cases of an operation, the base request first. */
function planOperation(context: PhaseContext, { phases, runId, encodeDraft }: OperationTools) {
  const { operation, base } = context;
  const cases = new Map<string, TestCase>();
  const skipped: SkippedCase[] = [];
  const canReject = declaresRejection(operation);

  for (const [phase, draft] of generateDrafts(context, phases)) {
    // The first DELETE removes the resource that the values name.
    const isRemoved = operation.method === 'DELETE' && cases.size > 0;
    const changed = isRemoved ? { ...draft, usesExistingValues: false } : draft;
    const testCase = encodeDraft(context, phase, changed);
    if (!testCase) continue;

    if (draft.kind === 'invalid data' && !canReject) {
      const reason = 'the contract declares no status for invalid data';
      skipped.push({ operation: operation.id, description: draft.description, reason });
      continue;
    }

    const key = keyOf(testCase, runId);
    if (!cases.has(key)) cases.set(key, { ...testCase, isGate: draft === base });
  }
  return { cases: [...cases.values()], skipped };
}

/** The base request, whatever the phases are, and the drafts of each phase. */
function* generateDrafts(
  context: PhaseContext,
  phases: PlanOptions['phases'],
): Iterable<readonly [PhaseName, CaseDraft]> {
  yield ['examples', context.base];
  for (const [phase, ofPhase] of Object.entries(generators) as [PhaseName, PhaseCases[]][]) {
    if (phases && !phases.has(phase)) continue;

    for (const draft of ofPhase.flatMap((generate) => [...generate(context)])) yield [phase, draft];
  }
}

/** Equal for cases that would send the same request, except repetitions. */
function keyOf(testCase: TestCase, runId: string): string {
  const { request, description, repetition, needsCredentials } = testCase;
  if (repetition) return JSON.stringify([repetition.group, description]);

  const key = JSON.stringify([
    { ...request, body: request.body?.toString('latin1') },
    needsCredentials,
  ]);
  return key.replace(new RegExp(`-${runId}-\\d+`, 'g'), '');
}

/** Whether an operation declares a status for invalid data, rather than for its sender or format. */
function declaresRejection({ responses }: Operation): boolean {
  const otherRejections = ['401', '403', '405', '413', '415'];
  return responses.some(
    ({ status }) =>
      status === 'default' || (status.startsWith('4') && !otherRejections.includes(status)),
  );
}
