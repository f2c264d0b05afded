/** The public interface of the verifier. Other folders import this file alone. */

export { type CheckName, checkNames, checks } from './checks/checks.ts';
export { describePlan } from './describePlan.ts';
export { InputError } from './InputError.ts';
export { mergeHeaders, type SentHeaders } from './plan/mergeHeaders.ts';
export { type PhaseName, phaseNames, phases } from './plan/phaseNames.ts';
export { applyBaseline, readBaseline, toBaseline } from './report/baseline.ts';
export { hasEvidence, type Report, uniqueFailures } from './report/report.ts';
export { terminalReport } from './report/terminalReport.ts';
export { UnreachableError } from './send/describeSendError.ts';
export { verify } from './verify.ts';
export type { VerifyOptions } from './verifyOptions.ts';
