/** The rule of each check, in the order of the help. */
export const checks = {
  response_received: 'Every request gets a complete response before the timeout.',
  not_a_server_error: 'No request causes a 5xx status.',
  status_code_conformance: 'The operation declares the status.',
  content_type_conformance: 'The status declares the media type; JSON is UTF-8.',
  content_encoding_conformance: 'A body that is labelled as compressed can be decompressed.',
  response_schema_conformance: 'The body matches its schema, including formats.',
  response_headers_conformance:
    'Required headers are present; declared headers match their schemas.',
  internal_details_disclosure: 'Errors contain no internal details and no personal data.',
  positive_data_acceptance: 'Data that conforms to the contract is accepted.',
  negative_data_rejection: 'Data that violates the contract is rejected.',
  unknown_resource_rejection: 'An id that only resembles an existing one is not found.',
  unsupported_method: 'A method that the path does not declare gets 405 with Allow.',
  unsupported_media_type:
    'An undeclared media type gets 415 if that is declared, otherwise any 4xx status.',
  ignored_auth:
    'Missing, invalid and wrong credentials get 401, or 403 if the operation declares no 401.',
  response_safety: 'Nothing puts the session of a user at risk, in a browser or a cache.',
  response_consistency:
    'The same read gets the same response, reads of another id others, and the expected text.',
  single_use: 'A value that can be used once is rejected the second time.',
  session_cookie_conformance: 'A browser sends the session cookie, and nobody can guess it.',
} as const;

export type CheckName = keyof typeof checks;

export const checkNames = Object.keys(checks) as CheckName[];
