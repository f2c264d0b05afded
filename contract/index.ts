/** The entry point of the contract library. Other folders import this file only; code for browsers imports `mask.ts`. */

export { ContractError } from './ContractError.ts';
export type {
  Contract,
  MediaType,
  Operation,
  Parameter,
  ResponseModel,
  SecurityScheme,
  ValueModel,
} from './contract.ts';
export { createIsSecret, type IsSecret } from './createIsSecret.ts';
export { createOperationMatcher, type OperationMatch } from './http/createOperationMatcher.ts';
export { allows, findCredential, hasCredentials } from './http/credentials.ts';
export { type DecodedContent, decodeContent } from './http/decodeContent.ts';
export { encodeBody, encodeScalar } from './http/encodeBody.ts';
export { findLinks, type OperationLink } from './http/findLinks.ts';
export {
  declaresHeader,
  findErrorStatus,
  findResponse,
  isAccepted,
  isBodyless,
  mayBeMissing,
} from './http/findResponse.ts';
export {
  cookieText,
  headerText,
  type RequestMessage,
} from './http/httpMessage.ts';
export {
  essenceOf,
  isForm,
  isJson,
  isProblem,
  parseMediaType,
} from './http/mediaType.ts';
export { readCaching } from './http/readCaching.ts';
export { isSendableHeader, toHeaderValue } from './http/responseHeader.ts';
export { readRetryAfterMs } from './http/retryAfter.ts';
export { isBusy, isOfServer, mayPrecede } from './http/serverResponse.ts';
export { readSetCookies } from './http/setCookie.ts';
export { originForm, splitTarget } from './http/splitTarget.ts';
export {
  isObject,
  isRecord,
  joinPointer,
  splitPointer,
  valueAt,
} from './jsonPointer.ts';
export { loadContract, parseContract } from './load/loadContract.ts';
export { parseSource, type RewrittenNumber } from './load/parseSource.ts';
export { decodeSource, readSource } from './load/readSource.ts';
export { type ContractContext, loadContractContext } from './loadContractContext.ts';
export { mask } from './mask.ts';
export { printable } from './printable.ts';
export {
  isSingleUse,
  type ResolvedSchema,
  resolveSchema,
} from './schema/resolveSchema.ts';
export {
  createRequestValidator,
  type ValidatedRequest,
} from './validate/createRequestValidator.ts';
export { createResponseValidator } from './validate/createResponseValidator.ts';
export { createTargetViolation } from './validate/createTargetViolation.ts';
export {
  findSessionCookieProblems,
  sessionCookieNames,
  validateCookies,
} from './validate/sessionCookies.ts';
export { findMessageProblems, validateMessage } from './validate/validateMessage.ts';
export { createViolation, shorten, type Violation } from './violation.ts';
