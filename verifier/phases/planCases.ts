import {
  type Contract,
  createOperationMatcher,
  createSampler,
  type Operation,
} from '../../contract/index.ts';
import type { BaseOptions } from '../plan/baseValues.ts';
import { createRequestClassifier } from '../plan/classifyRequest.ts';
import { encodeRequest } from '../plan/encodeRequest.ts';
import type { PhaseName } from '../plan/phaseNames.ts';
import {
  type CaseDraft,
  isWriteOperation,
  type RowKind,
  type SkippedCase,
  type TestCase,
} from '../plan/testCase.ts';
import type { RequestValues } from '../plan/wireRequest.ts';
import { baseCase } from './baseCase.ts';
import { createDraftEncoder } from './encodeDraft.ts';
import { createFreshValues } from './freshValues.ts';
import { generators } from './generators.ts';
import type { PhaseContext } from './phaseContext.ts';
import { isSelected } from './selectCases.ts';
import { findLocations } from './valueLocations.ts';

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

type ChangeValues = (values: RequestValues) => RequestValues;

export interface PlannedRequest {
  testCase: TestCase;
  values: RequestValues;
}

/** Put in front of every free-text string of a write. */
const tag = '[contract-check]';

/**
 * Derives the test cases of every phase but `stateful` from a contract.
 *
 * @example
 * const { cases } = planCases(await loadContract('openapi.yaml'));
 */
export function planCases(contract: Contract, planOptions: Partial<PlanOptions> = {}) {
  const { existingValues = new Map(), runId = 'run', phases, only = [], publicUrl } = planOptions;
  const sampler = createSampler(contract.document, {
    tag,
    omitted: 'readOnly',
    compile: contract.compileRequest,
  });
  const options: BaseOptions = { existingValues, sampler };
  const matchOperation = createOperationMatcher(contract);
  const classifyRequest = createRequestClassifier(contract, matchOperation);
  const encodeDraft = createDraftEncoder(
    contract,
    classifyRequest,
    createFreshValues(contract, runId, options),
  );

  const tools = { ...options, contract, matchOperation, classifyRequest, publicUrl };
  const contexts = contract.operations.flatMap((it) => createContext(it, tools) ?? []);
  const planned = contexts
    .filter(({ operation }) => isSelected(operation, only))
    .map((context) => planOperation(context, { phases, runId, encodeDraft }));
  const cases = planned.flatMap((it) => it.cases);
  const skipped = [
    ...skipWithoutContext(contract, contexts),
    ...planned.flatMap((it) => it.skipped),
  ];
  const unusedValues = findUnusedValues(contexts, existingValues);

  return {
    contract,
    /** In the order of the contract's operations; the same in every run. */
    cases,
    skipped,
    /** The names of existing values that no base request has. */
    unusedValues,
    buildRequest,
  };

  /** An operation's base request, also with some values replaced; undefined if valid data is not valid then. */
  function buildRequest(
    operation: Operation,
    change: ChangeValues = (values) => values,
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

type ContextTools = Pick<
  PhaseContext,
  'contract' | 'sampler' | 'existingValues' | 'matchOperation' | 'publicUrl'
> & { classifyRequest: ReturnType<typeof createRequestClassifier> };

/** What the phases need for an operation; undefined if it has no valid base request. */
function createContext(
  operation: Operation,
  { classifyRequest, ...tools }: ContextTools,
): PhaseContext | undefined {
  const { contract } = tools;
  const isTagged = isWriteOperation(contract, operation);
  const base = baseCase(contract, operation, tools, isTagged);
  const baseRequest = base && encodeRequest(contract, operation, base.values);
  if (!baseRequest || classifyRequest(operation, baseRequest).kind !== 'valid') return undefined;

  const classify = (values: RequestValues) => {
    const request = encodeRequest(contract, operation, values);
    return request && classifyRequest(operation, request);
  };
  return { ...tools, classify, operation, base, baseRequest, isTagged };
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
  encodeDraft: ReturnType<typeof createDraftEncoder>;
}

/** The different cases of an operation, the base request first. */
function planOperation(context: PhaseContext, { phases, runId, encodeDraft }: OperationTools) {
  const { operation, base } = context;
  const unique = new Map<string, TestCase>();
  const skipped: SkippedCase[] = [];
  const canReject = declaresRejection(operation);

  for (const [phase, draft] of generateDrafts(context, phases)) {
    // The first DELETE removes the resource that the values name.
    const isRemoved = operation.method === 'DELETE' && unique.size > 0;
    const changed = isRemoved ? { ...draft, usesExistingValues: false } : draft;
    const testCase = encodeDraft(context, phase, changed);
    if (!testCase) continue;

    if (draft.kind === 'invalid data' && !canReject) {
      const reason = 'the contract declares no status for invalid data';
      skipped.push({ operation: operation.id, description: draft.description, reason });
      continue;
    }

    const key = keyOf(testCase, runId);
    if (unique.has(key)) continue;

    unique.set(key, draft === base ? { ...testCase, isGate: true } : testCase);
  }
  return { cases: [...unique.values()], skipped };
}

/** The base request, whatever the phases are, and the drafts of each phase. */
function* generateDrafts(
  context: PhaseContext,
  phases: PlanOptions['phases'],
): Iterable<readonly [PhaseName, CaseDraft]> {
  yield ['examples', context.base];
  for (const [phase, generate] of generators) {
    if (phases && !phases.has(phase)) continue;

    for (const draft of generate(context)) yield [phase, draft];
  }
}

function findUnusedValues(
  contexts: readonly PhaseContext[],
  existingValues: PlanOptions['existingValues'],
): string[] {
  if (existingValues.size === 0) return [];

  const locations = contexts.flatMap(findLocations);
  return [...existingValues]
    .filter(([name, text]) => !locations.some((it) => it.name === name && `${it.value}` === text))
    .map(([name]) => name);
}

/** Equal for cases that would send the same request, except repetitions. */
function keyOf(testCase: TestCase, runId: string): string {
  const { request, description, repetition, needsCredentials } = testCase;
  if (repetition) return JSON.stringify([repetition.group, description]);

  const { method, target, headers, body, ...transfer } = request;
  const bytes = body?.toString('latin1');
  const key = JSON.stringify([method, target, headers, transfer, bytes, needsCredentials]);
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
