import type { Contract } from '../contract.ts';
import { headerText } from '../message.ts';
import type { CheckName } from './checks.ts';
import type { Answer } from './failure.ts';
import type { CaseKind, TestCase } from './testCase.ts';

/** Whether the status is the one that a request of this kind has to lead to. */
export type Verdict =
  | { kind: 'right' }
  /** Neither right nor wrong: the server does not know what was named, or who asks. */
  | { kind: 'nothing proved' }
  | { kind: 'wrong'; check: CheckName; message: string; expected: string };

const RIGHT: Verdict = { kind: 'right' };
const NOTHING: Verdict = { kind: 'nothing proved' };

export function judgeKind(
  contract: Contract,
  test: TestCase,
  answer: Answer,
  withCredentials: boolean,
): Verdict {
  return judges[test.kind](test, answer, { contract, withCredentials });
}

interface Context {
  contract: Contract;
  withCredentials: boolean;
}

type Judge = (test: TestCase, answer: Answer, context: Context) => Verdict;

const judges = {
  'good data': (test, { status }) => {
    if (isSuccess(status)) return RIGHT;
    if (!test.known && [401, 403, 404].includes(status)) return NOTHING;
    return refusedWrongly(test, status, 'good-data', 'Good data was refused');
  },

  'bad data': ({ operation }, { status }) => {
    if (isRefusal(status)) return RIGHT;
    const declared = operation.responses.filter((response) => /^4/.test(response.status));
    const names = declared.map((response) => response.status).join(', ');
    return wrong('bad-data', `Bad data was answered with ${status}.`, `a refusal (${names})`);
  },

  'undeclared method': ({ request, operation }, answer, { contract, withCredentials }) => {
    const { status, headers } = answer;
    const allow = headerText(headers, 'allow');
    const guarded = operation.security.length > 0 && !withCredentials;
    if (guarded && (status === 401 || status === 403)) return NOTHING;
    // A server may answer this one for itself (RFC 9110, 9.3.7).
    if (request.method === 'OPTIONS' && isSuccess(status)) return RIGHT;
    const declared = contract.operations
      .filter(({ path }) => path === operation.path)
      .map(({ method }) => method);
    const expected = `405 with Allow: ${declared.join(', ')}`;
    if (status !== 405) return wrong('method', `The status is ${status}, not 405.`, expected);
    if (allow === undefined) return wrong('method', 'The 405 has no Allow.', expected);
    const listed = allow.split(',').map((name) => name.trim());
    const missing = declared.filter((name) => !listed.includes(name));
    if (missing.length === 0 && !listed.includes(request.method)) return RIGHT;
    const fault = missing.length > 0 ? `lacks ${missing.join(', ')}` : `names ${request.method}`;
    return wrong('method', `Allow ${fault}.`, expected);
  },

  'undeclared media type': (_, { status }) =>
    status === 415
      ? RIGHT
      : wrong('unsupported-media-type', `The status is ${status}, not 415.`, '415'),

  'no credentials': (_, { status }) => refusesStranger(status, 'without credentials'),
  'bad credentials': (_, { status }) => refusesStranger(status, 'with wrong credentials'),

  link: (test, { status }) => {
    const expected = test.status;
    if (expected === undefined) {
      return isSuccess(status) ? RIGHT : refusedWrongly(test, status, 'links', 'It was refused');
    }
    if (status === expected) return RIGHT;
    return wrong('links', `The status is ${status}, not ${expected}.`, String(expected));
  },
} satisfies Record<CaseKind, Judge>;

function refusesStranger(status: number, how: string): Verdict {
  if (status === 401 || status === 403) return RIGHT;
  return wrong('credentials', `It was answered with ${status} ${how}.`, '401 (or 403)');
}

/** The contract's own words on the status often say why. */
function refusedWrongly({ operation }: TestCase, status: number, check: CheckName, what: string) {
  const declared = operation.responses.find((response) => response.status === String(status));
  const meaning = declared?.description ? ` The contract says of it: ${declared.description}` : '';
  return wrong(check, `${what} with ${status}.${meaning}`, 'a success (2xx)');
}

function wrong(check: CheckName, message: string, expected: string): Verdict {
  return { kind: 'wrong', check, message, expected };
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

function isRefusal(status: number): boolean {
  return status >= 400 && status < 500;
}
