import { isBusy, type Operation } from '#contract';
import { selectOperations } from '../cases/selectOperations.ts';
import { isSignIn } from '../checks/credentialFields.ts';
import {
  type Exchange,
  isClientError,
  isSuccess,
  limitReason,
  type Run,
  sessionLimitReason,
  type VerifyOptions,
} from '../model.ts';

/** An operation or a feature that a run could not test. */
export interface Untested {
  /** The id of the operation, or the name of the feature. */
  name: string;
  /** The option that is missing, or a reason. */
  reason: string;
  /** Whether the options ask for it, so that a run without failures has not passed. */
  isAskedFor: boolean;
}

/** Finds the operations without a conclusive response to valid data, and the features that need another option. */
export function findUntested(run: Run, options: VerifyOptions): Untested[] {
  const untested = selectOperations(options).flatMap(
    (operation) => findReason(operation, run, options) ?? [],
  );
  const single = run.skipped.find(({ reason }) => reason === sessionLimitReason);
  if (single) {
    const isAskedFor = options.only.includes(single.operation.id);
    untested.push({ name: 'several sessions of a user', reason: single.reason, isAskedFor });
  }
  // A server may reject any other host than its own.
  if (options.publicUrl === undefined) {
    const name = 'requests as the host forwards them';
    untested.push({ name, reason: '--public-url', isAskedFor: false });
  }
  return untested;
}

/** Whether a response shows how an operation behaves, unlike those that a gateway or another server could send. */
export function hasEvidence({ exchanges, failures }: Run): boolean {
  if (isLockedOut(exchanges)) return false;

  const plain = exchanges.filter(({ expected }) => expected !== 'any' && expected !== 'reject');
  const isMissing = plain.every(({ response }) => response.status === 404);
  if (plain.length > 0 && isMissing) return false;
  if (failures.some(({ isWarning }) => !isWarning)) return true;
  return exchanges.some(
    (exchange) =>
      isSuccess(exchange) ||
      (exchange.expected === 'unauthorized' && isClientError(exchange.response)),
  );
}

/** Whether every request was rejected, also those that need no credentials. */
function isLockedOut(exchanges: readonly Exchange[]): boolean {
  const isPublic = ({ operation }: Exchange) => operation.security.length === 0;
  return (
    exchanges.every(({ response }) => [401, 403, 407].includes(response.status)) &&
    exchanges.some(isPublic)
  );
}

/** Whether most requests of an operation were rejected or not sent because of a rate limit. */
function isLimited(operation: Operation, { exchanges, skipped }: Run): boolean {
  const sent = exchanges.filter((it) => it.operation === operation);
  const limited = skipped.filter((it) => it.operation === operation && it.reason === limitReason);
  const rejected = sent.filter(({ response }) => isBusy(response.status));
  return (rejected.length + limited.length) * 2 > sent.length + limited.length;
}

/** Finds the reason why an operation was not tested; undefined if it was. */
function findReason(operation: Operation, run: Run, options: VerifyOptions): Untested | undefined {
  const { id, parameters } = operation;
  const untested = (reason: string, isAskedFor = options.only.includes(id)) => {
    return { name: id, reason, isAskedFor };
  };
  if (isLimited(operation, run)) return untested('--rate', true);

  const positive = run.exchanges.filter(
    (it) => it.operation === operation && it.expected === 'accept',
  );
  if (positive.some((it) => isSuccess(it))) return undefined;
  if (positive.length === 0) {
    const skipped = run.skipped.find((it) => it.operation === operation);
    if (skipped?.option !== undefined) return untested(skipped.option);
    return untested(skipped?.reason ?? 'it has no case', true);
  }

  const statuses = [...new Set(positive.map(({ response }) => response.status))].sort();
  if (statuses.every((status) => status === 401)) {
    const needsUser = isSignIn(options.contract, operation);
    return untested(needsUser ? 'VERIFY_USER, VERIFY_PASSWORD' : '--header');
  }
  const unknown = parameters.find(
    ({ required, name }) => required && !options.existingValues.has(name),
  );
  if (unknown && positive.every(({ response }) => isClientError(response)))
    return untested(`--value ${unknown.name}=…`);

  const names = statuses.map((status) => (status === 0 ? 'missing' : status));
  return untested(`every response to valid data was ${names.join(' or ')}`);
}
