import { findErrorStatus, type Operation, type Violation } from '#contract';
import { findCredentialFields } from '../checks/credentialFields.ts';
import { isWriteOperation } from '../checks/isWrite.ts';
import type { Case, Expected, VerifyOptions } from '../model.ts';
import type { WireRequest } from '../send/wireRequest.ts';
import { type Body, inventedUser } from './baseValues.ts';
import type { FindViolations } from './createViolationFinder.ts';
import { encodeRequest, type RequestValues } from './encodeRequest.ts';
import { describeHeader, withHeaders } from './modifications/modification.ts';

/** The properties of a case that do not follow from its request. */
export interface CaseOptions {
  expected?: Expected | undefined;
  tolerated?: readonly number[];
  mayBeUnknown?: boolean;
}

/** The maximum length of a request target. Servers reject a longer one before the operation receives it. */
const maxTargetLength = 8000;

/** The statuses that are no failure if a changed request no longer has the path of the operation. */
const otherPathStatuses = [200, 204, 301, 302, 303, 307, 308, 400, 404, 405];

/** A list of the cases of an operation, each of which changes its base request. No request is listed twice. */
export class CaseList {
  readonly options: VerifyOptions;
  readonly operation: Operation;
  readonly base: Case;
  readonly values: RequestValues;
  readonly #findViolations: FindViolations;
  readonly #cases: Case[] = [];
  readonly #keys = new Set<string>();

  constructor(
    options: VerifyOptions,
    base: Case,
    values: RequestValues,
    findViolations: FindViolations,
  ) {
    this.options = options;
    this.operation = base.operation;
    this.base = base;
    this.values = values;
    this.#findViolations = findViolations;
    this.#keys.add(keyOf(base));
  }

  get cases(): readonly Case[] {
    return this.#cases;
  }

  get isWrite(): boolean {
    return isWriteOperation(this.options.contract, this.operation);
  }

  /** Whether the operation declares a status that matches. */
  declares(status: RegExp): boolean {
    return this.operation.responses.some((response) => status.test(response.status));
  }

  /** Encodes the base request with other values; undefined if one cannot be represented in its location. */
  encode(change: Partial<RequestValues>): WireRequest | undefined {
    const { contract } = this.options;
    const values = { ...this.values, ...change };
    const fields = findCredentialFields(contract, this.operation);
    const base = Object(this.values.body) as Body;
    const body = Object(values.body) as Body;
    // Servers lock accounts after a few wrong passwords: another password is sent for a user who does not exist.
    const isWrongPassword =
      fields !== undefined &&
      body[fields.user] === base[fields.user] &&
      body[fields.password] !== base[fields.password];
    if (isWrongPassword) values.body = { ...body, [fields.user]: inventedUser };
    return encodeRequest(contract, this.operation, values);
  }

  /**
   * Creates a case for a request. Whether it must be accepted or rejected follows from the violations of its bytes, unless
   * the options expect something else. Undefined for a request that cannot be sent.
   */
  create(
    description: string,
    request: WireRequest | undefined,
    options: CaseOptions = {},
  ): Case | undefined {
    if (!request || request.target.length > maxTargetLength) return undefined;

    const violations = this.#findViolations(this.operation, request);
    const decided = decideExpected(options.expected, violations);
    const isOpen = decided === 'reject' && !this.#declaresRejection(violations);
    const expected = isOpen ? 'any' : decided;

    const tolerated = violations === undefined && expected === 'any' ? otherPathStatuses : [];
    return {
      ...this.base,
      description,
      request,
      pointer: violations?.[0]?.pointer ?? this.operation.pointer,
      ...options,
      expected,
      tolerated: [...tolerated, ...(options.tolerated ?? []), ...this.base.tolerated],
      // A deletion finds nothing the second time.
      mayBeUnknown:
        options.mayBeUnknown || this.base.mayBeUnknown || this.operation.method === 'DELETE',
    };
  }

  add(description: string, request: WireRequest | undefined, options?: CaseOptions): void {
    this.push(this.create(description, request, options));
  }

  /** Adds a case with headers, each of which is sent alone if all of them together fail. */
  addHeaders(
    description: string,
    request: WireRequest | undefined,
    headers: WireRequest['headers'],
    options?: CaseOptions,
  ): void {
    if (!request) return;

    const whole = this.create(description, withHeaders(request, headers), options);
    const entries = Object.entries(headers);
    const parts = entries.map(([name, value]) => {
      const alone = describeHeader([name, value]);
      const subject = request === this.base.request ? alone : `${description}: only ${alone}`;
      return this.create(subject, withHeaders(request, { [name]: value }), options);
    });
    if (entries.length < 2) this.push(whole);
    else this.addGroup(whole, parts);
  }

  /** Adds a case that combines others; if that must be rejected, adds each of the others instead. */
  addGroup(whole: Case | undefined, parts: readonly (Case | undefined)[]): void {
    const members = parts.filter((part) => part !== undefined);
    if (whole && whole.expected !== 'reject') this.push({ ...whole, members });
    else for (const member of members) this.push(member);
  }

  /** Adds a case, unless it is undefined or the list has the same request. */
  push(added: Case | undefined): void {
    if (!added) return;

    const key = keyOf(added);
    if (this.#keys.has(key)) return;

    this.#keys.add(key);
    this.#cases.push(added);
  }

  /** Whether the operation declares a status for a request with these violations. */
  #declaresRejection(violations: readonly Violation[] = []): boolean {
    const areInPath = violations.every(({ location }) => location.startsWith('path '));
    return findErrorStatus(this.operation, 400, areInPath) !== undefined;
  }
}

/**
 * Decides what a server must do with a request.
 * @param violations undefined for a path that does not lead to the operation
 */
function decideExpected(
  intended: Expected | undefined,
  violations: readonly Violation[] | undefined,
): Expected {
  // An id that violates a pattern is malformed rather than missing.
  if (intended === 'not found' && violations?.length) return 'reject';
  if (intended !== undefined) return intended;
  if (violations === undefined) return 'any';
  return violations.length > 0 ? 'reject' : 'accept';
}

function keyOf({ expected, request: { body, ...others } }: Case): string {
  const isAnonymous = expected === 'unauthorized';
  return JSON.stringify([isAnonymous, others, body?.toString('latin1')]);
}
