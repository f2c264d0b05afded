/** The public interface of the verifier. Other folders import this file alone. */

export { type CheckName, checkNames, checks } from './checks/checkNames.ts';
export { InputError } from './InputError.ts';
export type { VerifyOptions } from './model.ts';
export { readBaseline, toBaseline } from './report/baseline.ts';
export { createReport, exitCodeOf, type Report } from './report/createReport.ts';
export { terminalReport } from './report/terminalReport.ts';
export { mergeHeaders, type SentHeaders } from './send/mergeHeaders.ts';
export { TargetError } from './send/TargetError.ts';
export { verify } from './verify.ts';
