import { isBusy } from '#contract';
import { findCredentialFields } from '../checks/credentialFields.ts';
import { isWrite } from '../checks/isWrite.ts';
import { requestFields } from '../checks/requestFields.ts';
import {
  type Case,
  type Exchange,
  limitReason,
  type SkipReason,
  type VerifyOptions,
} from '../model.ts';

const maxWrongPasswords = 2;
/** The number of timeouts, or of 429 and 503, in a row after which an operation is skipped; one more timeout ends a run. */
const maxConsecutive = 5;

/** Finds the reason why a case is not sent after the exchanges of a run; undefined for a case that may be sent. */
export function findReasonToSkip(
  testCase: Case,
  exchanges: readonly Exchange[],
  options: VerifyOptions,
): SkipReason | undefined {
  if (!options.allowWrites && isWrite(options.contract, testCase))
    return { reason: 'it may change data', option: '--allow-writes' };

  const latest = exchanges
    .filter(({ operation }) => operation === testCase.operation)
    .slice(-maxConsecutive);
  if (latest.length === maxConsecutive && latest.every(isTimeout))
    return { reason: `${maxConsecutive} requests in a row got no response in time` };
  if (latest.length === maxConsecutive && latest.every(({ response }) => isBusy(response.status)))
    return { reason: limitReason, option: '--rate' };

  // No other request has one.
  const planned = exchanges.filter(({ role }) => role === 'wrong password');
  const count = planned.filter((it) => isWrongPassword(it, options)).length;
  if (!isWrongPassword(testCase, options)) {
    const mayFollow = count === 0 || testCase.expected === 'unauthorized';
    return mayFollow ? undefined : { reason: 'nothing else is sent after a wrong password' };
  }

  const isPlanned = testCase.role === 'wrong password' && options.triesWrongPasswords;
  if (isPlanned && count < maxWrongPasswords) return undefined;
  return { reason: 'it has a wrong password of the user' };
}

/** Whether a request has a wrong password of the real user, whose account may be locked after a few. */
export function isWrongPassword(
  { operation, request }: Pick<Case, 'operation' | 'request'>,
  { contract, credentials }: VerifyOptions,
): boolean {
  const fields = findCredentialFields(contract, operation);
  if (!fields || !credentials || request.method !== operation.method) return false;

  const sent = requestFields(request.body);
  const { user, password } = credentials;
  return sent.get(fields.user) === user && sent.get(fields.password) !== password;
}

/** Whether the server seems to have stopped, whatever the operation. */
export function isGone(exchange: Exchange, earlier: readonly Exchange[]): boolean {
  if (exchange.response.isUnreachable) return true;
  return (
    [...earlier.slice(-maxConsecutive), exchange].every(isTimeout) &&
    earlier.length >= maxConsecutive
  );
}

function isTimeout({ response }: Exchange): boolean {
  return response.isTimeout === true;
}
