import { isBusy, type Operation } from '#contract';
import { isWrite } from '../checks/isWrite.ts';
import { findCredentialFields, requestFields } from '../checks/requestFields.ts';
import {
  type Case,
  type Exchange,
  limitReason,
  type SkippedCase,
  type VerifyOptions,
} from '../model.ts';

const maxWrongPasswords = 2;
/** After this many requests in a row without a response in time, an operation is left alone; after one more, the run. */
const maxTimeouts = 5;
/** After this many responses of a limit in a row, an operation is left alone. */
const maxBusyResponses = 5;

/** What a run never does: change data without permission, lock an account, or send to a server that has gone. */
export class RunLimits {
  readonly #options: VerifyOptions;
  readonly #timeoutCounts = new Map<Operation, number>();
  readonly #busyCounts = new Map<Operation, number>();
  #wrongPasswordCount = 0;
  #silentCount = 0;
  #isStopped = false;

  constructor(options: VerifyOptions) {
    this.#options = options;
  }

  /** Undefined for a case that may be sent. */
  findReasonToSkip(testCase: Case): Pick<SkippedCase, 'reason' | 'option'> | undefined {
    const { operation } = testCase;
    const { allowWrites, contract } = this.#options;
    if (!allowWrites && isWrite(contract, testCase))
      return { reason: 'it may change data', option: '--allow-writes' };
    if (this.#isStopped) return { reason: 'the server does not respond any more' };
    if ((this.#timeoutCounts.get(operation) ?? 0) >= maxTimeouts)
      return { reason: `${maxTimeouts} requests in a row got no response in time` };
    if ((this.#busyCounts.get(operation) ?? 0) >= maxBusyResponses)
      return { reason: limitReason, option: '--rate' };
    return this.#findReasonOfPassword(testCase);
  }

  /** Counts a case that is sent. Whether it may be sent again, if the server is too busy for it. */
  count(testCase: Case): boolean {
    const isWrong = this.#isWrongPassword(testCase);
    if (isWrong) this.#wrongPasswordCount += 1;
    return !isWrong;
  }

  /** Whether the server seems to be gone for all operations. */
  note({ operation, response }: Exchange): boolean {
    const count = this.#timeoutCounts.get(operation) ?? 0;
    this.#timeoutCounts.set(operation, response.isTimeout ? count + 1 : 0);
    const busyCount = this.#busyCounts.get(operation) ?? 0;
    this.#busyCounts.set(operation, isBusy(response.status) ? busyCount + 1 : 0);
    this.#silentCount = response.isTimeout ? this.#silentCount + 1 : 0;
    return response.isUnreachable === true || this.#silentCount > maxTimeouts;
  }

  /** Sends nothing more. False if that is so already. */
  stop(): boolean {
    const isFirst = !this.#isStopped;
    this.#isStopped = true;
    return isFirst;
  }

  /** A few wrong passwords of the user, at the very end. */
  #findReasonOfPassword(testCase: Case): Pick<SkippedCase, 'reason'> | undefined {
    const count = this.#wrongPasswordCount;
    if (!this.#isWrongPassword(testCase))
      return count > 0 ? { reason: 'nothing is sent after a wrong password' } : undefined;

    const isPlanned = testCase.role === 'wrong password' && this.#options.triesWrongPasswords;
    if (isPlanned && count < maxWrongPasswords) return undefined;
    return { reason: 'it has a wrong password of the user' };
  }

  /** Of the user who exists, who may be locked out after a few. */
  #isWrongPassword({ operation, request }: Case): boolean {
    const { contract, credentials } = this.#options;
    const fields = findCredentialFields(contract, operation);
    if (!fields || !credentials || request.method !== operation.method) return false;

    const sent = requestFields(request.body);
    const { user, password } = credentials;
    return sent.get(fields.user) === user && sent.get(fields.password) !== password;
  }
}
