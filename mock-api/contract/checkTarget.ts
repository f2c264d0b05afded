import type { Contract } from './contract.ts';
import type { Fault } from './fault.ts';
import type { Match } from './matchOperation.ts';
import { joinPointer } from './pointer.ts';
import { reportFault } from './reportFault.ts';

/** In what a request breaks the contract that means none of its operations. */
export function checkTarget(
  contract: Contract,
  match: Exclude<Match, { kind: 'operation' }>,
): Fault {
  switch (match.kind) {
    case 'method not declared':
      return reportFault(contract, {
        rule: 'request.method',
        at: 'method',
        pointer: joinPointer('/paths', match.path),
        reason: `is not declared for this path, only ${match.allowed.join(' and ')}`,
      });
    case 'malformed path':
      return path('is not well encoded');
    case 'unknown path':
      return path('is not in the contract');
  }

  function path(reason: string): Fault {
    return reportFault(contract, { rule: 'request.path', at: 'path', pointer: '/paths', reason });
  }
}
