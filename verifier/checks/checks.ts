import type { Check } from './check.ts';
import * as complete from './completeResponses.ts';
import * as declared from './declaredResponses.ts';
import * as expected from './expectedStatuses.ts';
import { internalDetailsDisclosure } from './internalDetailsDisclosure.ts';
import { responseConsistency } from './responseConsistency.ts';
import { responseSafety } from './safety/responseSafety.ts';
import { sessionCookieConformance } from './sessionCookieConformance.ts';
import { singleUse } from './singleUse.ts';

/** All checks. The names are those of Schemathesis where it has the same check. */
export const checks = [
  ...Object.values(complete),
  ...Object.values(declared),
  internalDetailsDisclosure,
  ...Object.values(expected),
  responseSafety,
  responseConsistency,
  singleUse,
  sessionCookieConformance,
] as const satisfies readonly Check[];

export type CheckName = (typeof checks)[number]['name'];

export const checkNames: readonly CheckName[] = checks.map(({ name }) => name);
