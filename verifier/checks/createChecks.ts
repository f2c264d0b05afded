import {
  type Check,
  type Exchange,
  type Finding,
  isSuccess,
  type VerifyOptions,
} from '../model.ts';
import { browserSafety } from './browserSafety.ts';
import type { CheckName } from './checkNames.ts';
import { consistency, findUnexpectedText } from './consistency.ts';
import { createDeclaredResponseCheck } from './createDeclaredResponseCheck.ts';
import { expectedStatus } from './expectedStatus.ts';
import { httpConformance } from './httpConformance.ts';
import { isInconclusive } from './isInconclusive.ts';
import { replacedSession } from './replacedSession.ts';
import { secretsInResponses } from './secretsInResponses.ts';
import { sessionIds } from './sessionIds.ts';
import { singleUse } from './singleUse.ts';

/** The checks of all responses, whatever the case. */
const generalChecks: readonly Check[] = [
  ...browserSafety,
  ...secretsInResponses,
  replacedSession,
  ...sessionIds,
  ...httpConformance,
];

/**
 * Creates the function that runs the checks on an exchange, except for those that the options skip. It omits the findings
 * that follow from another one, such as a missing response or a 5xx status.
 */
export function createChecks(options: VerifyOptions) {
  const findUndeclared = createDeclaredResponseCheck(options);
  return (exchange: Exchange): readonly Finding[] =>
    runChecks(exchange).filter(({ check }) => !options.skipChecks.has(check));

  function runChecks(exchange: Exchange): Finding[] {
    const { status, error, encodingError } = exchange.response;
    if (error !== undefined)
      return [{ check: 'response_received', message: error, expected: 'a complete response' }];

    const always = run(generalChecks, exchange);
    // A 501 is right for a method that a server does not know.
    if (status >= 500 && !isInconclusive(exchange))
      return [describeServerError(exchange), ...always];
    if (encodingError !== undefined) {
      const expected = 'a body in the declared encoding';
      const check = 'content_encoding_conformance';
      return [{ check, message: encodingError, expected }, ...always];
    }
    return [...always, ...runCaseChecks(exchange)];
  }

  /** Runs the checks that depend on the case. */
  function runCaseChecks(exchange: Exchange): readonly Finding[] {
    // An inconsistent server is a better explanation than one wrong response.
    const different = run(consistency, exchange);
    if (different.length > 0) return different;

    const undeclared = findUndeclared(exchange, options);
    // A property of another type cannot have the text.
    const textChecks = undeclared.length === 0 ? [findUnexpectedText] : [];
    const wrong = run([expectedStatus, singleUse, ...textChecks], exchange);
    const has = (name: CheckName) => undeclared.some(({ check }) => check === name);
    // The message lists the statuses that are declared.
    if (has('status_code_conformance')) return undeclared;
    if (!isSuccess(exchange)) return [...undeclared, ...wrong];
    // The page that a server sends for every path, or for signing in, is no success.
    if (has('content_type_conformance')) {
      const [{ expected } = {}] = wrong;
      return undeclared.map((it) => ({ ...it, expected: expected ?? it.expected }));
    }
    // The declared success belongs to requests that should be accepted.
    if (wrong.some(({ isWarning }) => !isWarning)) return wrong;
    return [...undeclared, ...wrong];
  }

  function run(checks: readonly Check[], exchange: Exchange): Finding[] {
    return checks.flatMap((check) => check(exchange, options));
  }
}

/** Describes a 5xx status. A 503 after successes is most often that of a rate limit. */
function describeServerError({ response: { status }, earlier }: Exchange): Finding {
  const wasAccepted = earlier.some((it) => it.expected === 'accept' && isSuccess(it));
  const check = 'not_a_server_error';
  const expected = 'a status below 500';
  if (status !== 503 || !wasAccepted)
    return { check, message: `The server returned ${status}.`, expected };

  return {
    check,
    message: 'The server returned 503 without Retry-After, after it had accepted requests.',
    expected: 'a status below 500, or Retry-After if it is a limit of requests',
    hint: 'If a lower --rate makes it disappear, it is a limit in front of the server.',
  };
}
