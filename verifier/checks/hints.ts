import { isSingleUse, resolveSchema } from '#contract';
import { isPage } from '../send/sendRequest.ts';
import type { Check, Exchange } from './check.ts';

/** Checks whose findings say that a request was not accepted. What was wrong with it depends on the case. */
const acceptance = [
  'response_received',
  'not_a_server_error',
  'status_code_conformance',
  'positive_data_acceptance',
  'link_conformance',
];

/** The first place to look for the cause of a finding: what the case tells about it, or the hint of the check. */
export function hintOf({ name, hint }: Check, exchange: Exchange): string {
  const { isGate, repetition, pointer } = exchange.testCase;
  if (repetition) {
    return 'The requests were sent in turn or at the same time. Look for what they share: fields, caches, connections, locks, instances.';
  }
  if (isGate && name === 'content_type_conformance' && isPage(exchange.response)) {
    return 'The response is a page. Check the path of the URL, and what responds to it: a proxy, a sign-in or a single-page app.';
  }
  if (/Length$/.test(pointer)) {
    return 'Lengths count characters (code points), neither bytes nor UTF-16 units, and before anything is trimmed.';
  }
  if (!acceptance.includes(name)) return hint;

  return (isGate ? hintOfGate(exchange) : hintOfPhase(exchange)) ?? hint;
}

/** A request on which others depend. */
function hintOfGate({ contract, testCase, response }: Exchange): string | undefined {
  if (response.status === 0) return undefined;
  if (testCase.kind === 'sign-in' && response.status < 500) {
    return 'Check VERIFY_USER and VERIFY_PASSWORD, and that the account is not locked.';
  }
  if (response.status === 404) {
    return 'Check the path of the URL, and that --brief and --value name what exists on the server.';
  }
  const used = singleUseNames(contract, testCase);
  if (used.length > 0 && response.status < 500) {
    return `The value of "${used.join('", "')}" is not real. If the server verifies it (a captcha), use a testing key or a stub, or --skip-check positive_data_acceptance.`;
  }
  return 'The request is the plainest that the contract allows. The server log has the exception, or a gateway or a CSRF filter rejects it.';
}

function hintOfPhase({ testCase: { phase, kind } }: Exchange): string | undefined {
  if (phase === 'stateful' || kind.endsWith('credentials')) {
    return 'The case is about the session or the credentials. Look at what checks them, often a filter.';
  }
  if (phase === 'protocol' && kind !== 'invalid data') {
    return 'The values are those of the base request, which was accepted. Look at what reads headers, queries and bodies.';
  }
  return undefined;
}

/** The properties of the request's body that the contract marks with `x-single-use`. */
function singleUseNames(
  { document }: Exchange['contract'],
  { operation: { requestBody } }: Exchange['testCase'],
): string[] {
  const pointer = requestBody?.content[0]?.schemaPointer;
  if (pointer === undefined) return [];

  return [...resolveSchema(document, pointer).properties]
    .filter(([, property]) => isSingleUse(resolveSchema(document, property)))
    .map(([name]) => name);
}
