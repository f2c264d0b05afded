import type { Check } from './check.ts';
import * as declared from './declaredResponses.ts';
import * as expected from './expectedStatuses.ts';
import * as failures from './failures.ts';
import { internalDetailsDisclosure } from './internalDetailsDisclosure.ts';
import { responseConsistency } from './responseConsistency.ts';
import { sessionCookieConformance } from './sessionCookieConformance.ts';
import { singleUse } from './singleUse.ts';

/** All checks, each of which runs on every response. The names are those of Schemathesis where it has the same check. */
export const checks = [
  failures.responseReceived,
  failures.notAServerError,
  declared.statusCodeConformance,
  declared.contentTypeConformance,
  declared.contentEncodingConformance,
  declared.responseSchemaConformance,
  declared.responseHeadersConformance,
  internalDetailsDisclosure,
  expected.positiveDataAcceptance,
  expected.negativeDataRejection,
  expected.unsupportedMethod,
  expected.unsupportedMediaType,
  expected.ignoredAuth,
  expected.unknownResourceRejection,
  responseConsistency,
  singleUse,
  sessionCookieConformance,
  failures.maxResponseTime,
  expected.linkConformance,
] as const satisfies readonly Check[];

export type CheckName = (typeof checks)[number]['name'];

export const checkNames: readonly CheckName[] = checks.map(({ name }) => name);
