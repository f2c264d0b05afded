import { findErrorStatus, type Operation, type Violation } from '#contract';
import { findCredentialFields } from '../checks/credentialFields.ts';
import { isWriteOperation } from '../checks/isWrite.ts';
import type { Case, Expected, VerifyOptions } from '../model.ts';
import type { WireRequest } from '../send/wireRequest.ts';
import { type Body, inventedUser } from './baseValues.ts';
import type { FindViolations } from './createViolationFinder.ts';
import { encodeRequest, type RequestValues } from './encodeRequest.ts';
import { describeHeader, withHeaders } from './rows/row.ts';

/** What a case has besides its request. */
export interface CaseChange {
  expected?: Expected | undefined;
  tolerated?: readonly number[];
  mayBeUnknown?: boolean;
  isAdvice?: boolean;
}

/** Servers reject longer ones before the operation sees them. */
const maxTargetLength = 8000;

/** With these, a server answers a path that is not the operation's, for example that of a collection. */
const otherPathStatuses = [200, 204, 301, 302, 303, 307, 308, 400, 404, 405];

/** The cases of one operation, each of which is one change to its base request. No request is sent twice. */
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

  declares(status: RegExp): boolean {
    return this.operation.responses.some((response) => status.test(response.status));
  }

  /** The base request with other values; undefined if one cannot be represented in its location. */
  encode(change: Partial<RequestValues>): WireRequest | undefined {
    const { contract } = this.options;
    const values = { ...this.values, ...change };
    const fields = findCredentialFields(contract, this.operation);
    const base = Object(this.values.body) as Body;
    const body = Object(values.body) as Body;
    // Servers lock accounts after a few wrong passwords, so another password is for a user who does not exist.
    const isWrongPassword =
      fields !== undefined &&
      body[fields.user] === base[fields.user] &&
      body[fields.password] !== base[fields.password];
    if (isWrongPassword) values.body = { ...body, [fields.user]: inventedUser };
    return encodeRequest(contract, this.operation, values);
  }

  /**
   * A case of the request. Whether it must be accepted or rejected follows from the violations of its bytes, unless the
   * case tests something else. Undefined for a case that shows nothing.
   */
  create(
    description: string,
    request: WireRequest | undefined,
    change: CaseChange = {},
  ): Case | undefined {
    if (!request || request.target.length > maxTargetLength) return undefined;

    const violations = this.#findViolations(this.operation, request);
    const decided = decideExpected(change.expected, violations);
    const isOpen = decided === 'reject' && !this.#declaresRejection(violations);
    const expected = isOpen ? 'any' : decided;

    const tolerated = violations === undefined && expected === 'any' ? otherPathStatuses : [];
    return {
      ...this.base,
      description,
      request,
      pointer: violations?.[0]?.pointer ?? this.operation.pointer,
      ...change,
      expected,
      tolerated: [...tolerated, ...(change.tolerated ?? []), ...this.base.tolerated],
      // A deletion finds nothing the second time.
      mayBeUnknown:
        change.mayBeUnknown === true ||
        this.base.mayBeUnknown ||
        this.operation.method === 'DELETE',
    };
  }

  add(description: string, request: WireRequest | undefined, change: CaseChange = {}): void {
    this.push(this.create(description, request, change));
  }

  /** Adds a request with headers, each of which is sent alone if all of them together fail. */
  addHeaders(
    description: string,
    request: WireRequest | undefined,
    headers: WireRequest['headers'],
    change: CaseChange = {},
  ): void {
    if (!request) return;

    const whole = this.create(description, withHeaders(request, headers), change);
    const entries = Object.entries(headers);
    const parts = entries.map(([name, value]) => {
      const alone = describeHeader([name, value]);
      const subject = request === this.base.request ? alone : `${description}: only ${alone}`;
      return this.create(subject, withHeaders(request, { [name]: value }), change);
    });
    if (entries.length < 2) this.push(whole);
    else this.addGroup(whole, parts);
  }

  /** One case for all that must be accepted; each alone if the whole must be rejected. */
  addGroup(whole: Case | undefined, parts: readonly (Case | undefined)[]): void {
    const members = parts.filter((part) => part !== undefined);
    if (whole && whole.expected !== 'reject') this.push({ ...whole, members });
    else for (const member of members) this.push(member);
  }

  push(added: Case | undefined): void {
    if (!added) return;

    const key = keyOf(added);
    if (this.#keys.has(key)) return;

    this.#keys.add(key);
    this.#cases.push(added);
  }

  /** Whether the operation declares how it rejects a request with these violations. */
  #declaresRejection(violations: readonly Violation[] = []): boolean {
    const isOfPath = violations.every(({ location }) => location.startsWith('path '));
    return findErrorStatus(this.operation, 400, isOfPath) !== undefined;
  }
}

/** @param violations undefined for a path that does not reach the operation */
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
