import { headerText } from '../../../mock-api/contract/index.ts';
import type { CaseResult } from '../evaluate/caseResult.ts';
import type { CheckName } from '../plan/checks.ts';

/** The first place to look for the cause when a check fails for a request. */
export function hintFor(check: CheckName, { testCase, result }: CaseResult): string {
  const status = result.kind === 'response' ? result.status : undefined;
  const { phase, kind, operation } = testCase;
  const isSignIn = phase === 'stateful' && kind === 'valid data' && operation.security.length === 0;
  if (check === 'positive_data_acceptance' && isSignIn && (status === 401 || status === 403)) {
    return 'Check VERIFY_USER and VERIFY_PASSWORD: the server does not accept them.';
  }
  if (check === 'not_a_server_error' && kind === 'valid data') {
    return 'The request is valid, so the handler must accept it. The server log has the error.';
  }
  if (result.kind === 'response' && result.status >= 300 && result.status < 400) {
    const location = headerText(result.headers, 'location');
    if (location !== undefined)
      return 'Clients do not follow redirects. If the URL has moved, test the URL in Location.';
  }
  if (result.kind === 'error' && result.isUnreachable) {
    return 'The server accepted connections before. Check whether the process has stopped.';
  }
  return hints[check];
}

const hints = {
  response_received:
    'Check the server log for this time. The process may have crashed, or an exception was thrown after the response had started.',
  not_a_server_error:
    'The handler does not expect this value. Validate it first and reject it with a declared status.',
  status_code_conformance:
    'Declare this status in the contract or map it to a declared one. Frameworks often have default error pages with other statuses.',
  content_type_conformance:
    'Set Content-Type as the contract declares it for this status, also in error handlers.',
  content_encoding_conformance:
    'Set Content-Encoding only on bodies that are compressed. Proxies sometimes decompress a body and keep the header.',
  response_schema_conformance:
    'Compare the body with the schema at this line. Serializers often drop nulls, rename fields and turn numbers into strings.',
  response_headers_conformance:
    'Set the header as the schema at this line declares, on every response with this status.',
  internal_details_disclosure:
    'Write the details to the log, and send a sentence of your own. Frameworks have a setting for it.',
  positive_data_acceptance:
    'The server is stricter than the contract. Lengths count characters (code points), and whitespace counts as text.',
  negative_data_rejection:
    'The server is more lenient than the contract. Validate this rule before processing the request.',
  unsupported_method:
    'Route only the declared methods of the path and return 405 with an Allow header that lists them for all others. If the server cannot do this, use --skip-check unsupported_method.',
  unsupported_media_type: 'Check the Content-Type before parsing the body.',
  unknown_resource_rejection:
    'Compare the whole id exactly: without trimming, prefixes, case folding or a default resource.',
  response_consistency:
    'Check what differs between instances, caches and threads: the requests were equal.',
  single_use: 'Remember used values until they expire, and reject them.',
  session_cookie_conformance:
    'Set Path=/ and no Domain, unless browsers reach the server by another host or path than this URL.',
  ignored_auth: 'Check the credentials before anything else and return 401.',
  max_response_time: 'Check what the handler waits for: locks, full scans, calls to other servers.',
  link_conformance:
    'This request used cookies and values of earlier responses. Check how the server handled them.',
} as const satisfies Record<CheckName, string>;
