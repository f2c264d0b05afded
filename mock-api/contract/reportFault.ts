import type { Misfit } from './compileSchema.ts';
import type { Contract } from './contract.ts';
import type { Fault, Rule } from './fault.ts';
import { splitPointer } from './pointer.ts';

interface Finding {
  rule: Rule;
  at: string;
  pointer: string;
  /** The sentence without its subject: `is missing`. */
  reason: string;
  keyword?: string;
}

/** Adds to a finding its sentence and its line. */
export function reportFault(contract: Contract, { reason, ...finding }: Finding): Fault {
  return {
    ...finding,
    message: `${subjectOf(finding.at)} ${reason}.`,
    line: contract.lineOf(finding.pointer),
  };
}

export function reportMisfits(
  contract: Contract,
  rule: Rule,
  at: string,
  misfits: readonly Misfit[],
): Fault[] {
  return misfits.map((misfit) =>
    reportFault(contract, {
      rule,
      at: at + misfit.at.slice(0, 200),
      pointer: misfit.pointer,
      reason: misfit.message,
      keyword: misfit.keyword,
    }),
  );
}

const NAMED = { path: 'path parameter', query: 'query parameter' } as Record<string, string>;

/** `body/text` becomes `The body's "text"`, `path briefId` becomes `The path parameter "briefId"`. */
function subjectOf(at: string): string {
  const [place = '', name] = at.split(/ (.*)/s);
  if (place === 'status') return `The ${at}`;
  if (name !== undefined) return `The ${NAMED[place] ?? place} "${name.split('/').join('.')}"`;
  const slash = at.indexOf('/');
  if (slash < 0) return `The ${at}`;
  return `The ${at.slice(0, slash)}'s "${splitPointer(at.slice(slash)).join('.')}"`;
}
