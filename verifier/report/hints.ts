import type { CheckName } from '../checks/checkNames.ts';

/** The first place to look for a cause, whatever the case. */
export const hints: Partial<Record<CheckName, string>> = {
  not_a_server_error: 'The log of the server has the exception.',
  status_code_conformance: 'Declare the status in the contract, or map it to a declared one.',
  content_type_conformance:
    'Set Content-Type as the contract declares it for this status, also in error handlers.',
  content_encoding_conformance:
    'Proxies sometimes decompress a body and keep the Content-Encoding of it.',
  internal_details_disclosure: 'Write the details to the log, and send a sentence of your own.',
  unknown_resource_rejection:
    'Compare the whole id exactly: without trimming, prefixes, patterns or a default.',
  unsupported_method: 'Route only the declared methods, and answer 405 with Allow to all others.',
  unsupported_media_type: 'Check the Content-Type before the body is parsed.',
  ignored_auth: 'Look at what checks the credentials, often a filter.',
  link_conformance:
    'The request has the cookies and values of earlier responses. Look at what the server made of them.',
  response_consistency: 'Look for what requests share: fields, caches, connections, instances.',
};
