import type { Exchange } from './check.ts';
import { isSuccess } from './check.ts';
import { type CheckName, checkNames } from './checks.ts';

interface Suppression {
  /** Where one of these finds something … */
  by: readonly CheckName[];
  /** … and this holds … */
  when?: (exchange: Exchange) => boolean;
  /** … the findings of these are not reported. */
  suppressed: readonly CheckName[];
}

const bodyChecks = ['response_schema_conformance', 'response_consistency'] as const;
const declarations = [
  'status_code_conformance',
  'content_type_conformance',
  'response_schema_conformance',
  'response_headers_conformance',
] as const;
const rejections = [
  'negative_data_rejection',
  'unknown_resource_rejection',
  'single_use',
  'ignored_auth',
] as const;
const expectations = [
  ...rejections,
  'positive_data_acceptance',
  'unsupported_method',
  'unsupported_media_type',
  'link_conformance',
] as const;

/** What need not be said of a response for which something else is said already. */
export const suppressions: readonly Suppression[] = [
  // Without a response there is nothing to check.
  {
    by: ['response_received'],
    suppressed: allBut('response_received'),
  },
  // The handler failed, and nobody has decided what this response is like.
  {
    by: ['not_a_server_error'],
    suppressed: allBut('not_a_server_error', 'internal_details_disclosure', 'max_response_time'),
  },
  // The body cannot be read.
  {
    by: ['content_encoding_conformance'],
    when: ({ response }) => response.encodingError !== undefined,
    suppressed: bodyChecks,
  },
  // The message about an undeclared status lists those that are declared.
  {
    by: ['status_code_conformance'],
    when: ({ response }) => !isSuccess(response),
    suppressed: [...expectations, 'response_consistency'],
  },
  // The declared success belongs to requests that should be accepted.
  {
    by: rejections,
    when: ({ response }) => isSuccess(response),
    suppressed: declarations,
  },
  // A response that is malformed differs from others.
  {
    by: ['content_type_conformance', 'response_schema_conformance', 'response_headers_conformance'],
    suppressed: ['response_consistency'],
  },
];

function allBut(...names: readonly CheckName[]): CheckName[] {
  return checkNames.filter((name) => !names.includes(name));
}
