import { isSingleUse, type Operation, resolveSchema } from '../../contract/index.ts';
import { isPage } from '../send/sendRequest.ts';
import type { Check, Exchange } from './check.ts';

type Row = readonly [
  /** Checks that it explains; undefined for all. */
  checks: readonly string[] | undefined,
  applies: (exchange: Exchange) => boolean,
  hint: string | ((exchange: Exchange) => string),
];

const acceptance = ['positive_data_acceptance', 'status_code_conformance', 'link_conformance'];
const acceptanceOrError = [...acceptance, 'not_a_server_error', 'response_received'];

/** What the kind of a case says about the cause, where the check alone says too little. The first that applies. */
const rows: readonly Row[] = [
  [
    ['positive_data_acceptance'],
    ({ testCase }) => testCase.isGate === true && testCase.kind === 'sign-in',
    'Check VERIFY_USER and VERIFY_PASSWORD, and that the account is not locked.',
  ],
  [
    acceptance,
    ({ testCase, response }) => testCase.isGate === true && response.status === 404,
    'Check the path of the URL, and that --brief and --value name what exists on the server.',
  ],
  [
    acceptance,
    (exchange) => exchange.testCase.isGate === true && singleUseNames(exchange).length > 0,
    (exchange) =>
      `The value of "${singleUseNames(exchange).join('", "')}" is not real. If the server verifies it (a captcha), use a ` +
      'testing key or a stub, or --skip-check positive_data_acceptance.',
  ],
  [
    acceptance,
    ({ testCase }) => testCase.isGate === true,
    'The request is the plainest that the contract allows. Compare it with what the handler, a gateway or a CSRF filter requires.',
  ],
  [
    ['content_type_conformance'],
    ({ testCase, response }) => testCase.isGate === true && isPage(response),
    'The response is a page. Check the path of the URL, and what responds to it: a proxy, a sign-in or a single-page app.',
  ],
  [
    ['not_a_server_error'],
    ({ testCase }) => testCase.isGate === true,
    'The request is the plainest that the contract allows. The server log has the exception.',
  ],
  [
    undefined,
    ({ testCase: { repetition } }) => repetition?.isConcurrent === true,
    'The requests were sent at the same time. Look for what they share: fields, caches, connections, locks.',
  ],
  [
    undefined,
    ({ testCase: { repetition } }) => repetition !== undefined,
    'The requests were sent in turn. Look for what the server keeps between them: caches, connections, several instances.',
  ],
  [
    ['response_received'],
    ({ error = '' }) => error.startsWith('No complete response within'),
    'The response takes longer than --timeout, or never comes. Look for locks, calls to other servers and endless loops.',
  ],
  [
    acceptanceOrError,
    ({ testCase }) => testCase.description.includes('--public-url'),
    'Look at what the server does with Forwarded, X-Forwarded-* and Origin: allowed hosts, redirects, CSRF filters.',
  ],
  [
    acceptanceOrError,
    ({ testCase }) => testCase.description.startsWith('A browser returns'),
    'Look at what handles If-None-Match and If-Modified-Since, often a filter or a cache.',
  ],
  [
    ['positive_data_acceptance', 'not_a_server_error'],
    ({ testCase }) => testCase.phase === 'stateful',
    'The case is about the session. Look at how sessions are created, found and ended.',
  ],
  [
    acceptanceOrError,
    ({ testCase: { kind } }) => kind === 'missing credentials' || kind === 'invalid credentials',
    'Look at what checks the credentials, often a filter. Without valid ones, the response has a declared status.',
  ],
  [
    acceptanceOrError,
    ({ testCase }) => testCase.phase === 'protocol' && testCase.kind !== 'invalid data',
    'The values are those of the base request, which was accepted. Look at what reads headers, queries and bodies.',
  ],
  [
    ['positive_data_acceptance', 'negative_data_rejection'],
    ({ testCase }) => /Length$/.test(testCase.pointer),
    'Lengths count characters (code points), neither bytes nor UTF-16 units.',
  ],
  [
    ['positive_data_acceptance'],
    ({ testCase }) => /blank|line|tab\b/.test(testCase.description),
    'The server is stricter than the contract. Whitespace counts as text: do not trim before the validation.',
  ],
];

/** The first place to look for the cause of a finding. */
export function hintOf({ name, hint }: Check, exchange: Exchange): string {
  const row = rows.find(
    ([checks, applies]) => (checks?.includes(name) ?? true) && applies(exchange),
  );
  const found = row?.[2] ?? hint;
  return typeof found === 'string' ? found : found(exchange);
}

/** The properties of the request's body that the contract marks with `x-single-use`. */
function singleUseNames({ contract, testCase }: Exchange): string[] {
  const pointer = bodySchemaOf(testCase.operation);
  if (pointer === undefined) return [];

  const { document } = contract;
  const properties = [...resolveSchema(document, pointer).properties];
  return properties.flatMap(([name, property]) =>
    isSingleUse(resolveSchema(document, property)) ? [name] : [],
  );
}

function bodySchemaOf({ requestBody }: Operation): string | undefined {
  return requestBody?.content[0]?.schemaPointer;
}
