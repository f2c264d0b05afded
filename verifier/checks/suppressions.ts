import { type Exchange, isSuccess } from './check.ts';
import type { CheckName } from './checks.ts';

interface Suppression {
  /** Where one of these finds something … */
  by: readonly CheckName[];
  /** … and this holds … */
  when?: (exchange: Exchange) => boolean;
  /** … the findings of these are not reported. */
  suppressed: readonly CheckName[];
}

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
  'response_consistency',
] as const;

/** What need not be said of a response for which something else is said already. Everything else is reported. */
export const suppressions: readonly Suppression[] = [
  // The handler failed, and nobody has decided what this response is like.
  {
    by: ['not_a_server_error'],
    suppressed: [...declarations, ...expectations],
  },
  // The body cannot be read.
  {
    by: ['content_encoding_conformance'],
    when: ({ response }) => response.encodingError !== undefined,
    suppressed: ['response_schema_conformance', 'response_consistency'],
  },
  // The message about an undeclared status lists those that are declared.
  {
    by: ['status_code_conformance'],
    when: ({ response }) => !isSuccess(response),
    suppressed: expectations,
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
  // The same request was accepted before.
  {
    by: ['response_consistency'],
    suppressed: ['positive_data_acceptance'],
  },
];
