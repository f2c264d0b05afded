import { isBusy, type Operation } from '#contract';
import { selectOperations } from '../cases/selectOperations.ts';
import {
  type Exchange,
  isClientError,
  isSuccess,
  limitReason,
  type Run,
  type VerifyOptions,
} from '../model.ts';

/** What a run could not test. */
export interface Untested {
  /** The id of an operation, or other words for the last line of the report. */
  name: string;
  /** A sentence. */
  message: string;
  /** What must be set to test it. */
  option?: string | undefined;
  /** Whether the options ask for it, so that a run without failures has not shown what it should. */
  isAskedFor: boolean;
}

type TestedRun = Pick<Run, 'exchanges' | 'skipped' | 'failures'>;

/** The operations without a conclusive response to valid data, and what needs another option. */
export function findUntested(run: TestedRun, options: VerifyOptions): Untested[] {
  const untested = selectOperations(options).flatMap(
    (operation) => findReason(operation, run, options) ?? [],
  );
  if (options.publicUrl !== undefined) return untested;

  // Any other host than the real one would be rejected by a server that checks it.
  return [
    ...untested,
    {
      name: 'requests as the host forwards them',
      message: 'No request has the forwarding headers of the host.',
      option: '--public-url',
      isAskedFor: false,
    },
  ];
}

/** Whether any response shows how an operation behaves. A gateway, or another server, sends the others too. */
export function hasEvidence({ exchanges, failures }: TestedRun): boolean {
  if (isLockedOut(exchanges)) return false;

  const plain = exchanges.filter(({ expected }) => expected !== 'any' && expected !== 'reject');
  const isMissing = plain.every(({ response }) => response.status === 404);
  if (plain.length > 0 && isMissing) return false;
  if (failures.some(({ isAdvice }) => !isAdvice)) return true;
  return exchanges.some(
    (exchange) =>
      isSuccess(exchange.response) ||
      (exchange.expected === 'unauthorized' && isClientError(exchange.response)),
  );
}

/** Whether something rejects every request, also those that need no credentials. */
function isLockedOut(exchanges: readonly Exchange[]): boolean {
  const isPublic = ({ operation }: Exchange) => operation.security.length === 0;
  return (
    exchanges.every(({ response }) => [401, 403, 407].includes(response.status)) &&
    exchanges.some(isPublic)
  );
}

/** Whether most requests of an operation were rejected, or not sent, because of other requests. */
export function isLimited(
  operation: Operation,
  { exchanges, skipped }: Pick<Run, 'exchanges' | 'skipped'>,
): boolean {
  const sent = exchanges.filter((it) => it.operation === operation);
  const limited = skipped.filter((it) => it.operation === operation && it.reason === limitReason);
  const rejected = sent.filter(({ response }) => isBusy(response.status));
  return (rejected.length + limited.length) * 2 > sent.length + limited.length;
}

function findReason(
  operation: Operation,
  run: TestedRun,
  options: VerifyOptions,
): Untested | undefined {
  const { id, parameters } = operation;
  if (isLimited(operation, run)) {
    const message = `${id}: more than half of the requests were rejected by a limit.`;
    return { name: id, message, option: '--rate', isAskedFor: true };
  }
  const positive = run.exchanges.filter(
    (it) => it.operation === operation && it.expected === 'accept',
  );
  if (positive.some((it) => isSuccess(it.response))) return undefined;

  const isAskedFor = options.only.includes(id);
  const skipped = run.skipped.find((it) => it.operation === operation);
  if (positive.length === 0) {
    const reason = skipped?.reason ?? 'it has no case';
    const isMissing = skipped?.option === undefined;
    const message = `${id} was not tested with valid data: ${reason}.`;
    return { name: id, message, option: skipped?.option, isAskedFor: isAskedFor || isMissing };
  }
  const statuses = [...new Set(positive.map(({ response }) => response.status))].sort();
  const message = `${id}: every response to valid data was ${statuses.join(' or ')}.`;
  if (statuses.every((status) => status === 401))
    return { name: id, message, option: '--header', isAskedFor };

  const unknown = parameters.find(
    ({ required, name }) => required && !options.existingValues.has(name),
  );
  const option = unknown && `--value ${unknown.name}=…`;
  return { name: id, message, option, isAskedFor };
}
