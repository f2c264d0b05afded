import type { Contract } from '../../mock-api/contract/contract.ts';
import type { VerifyOptions } from './readOptions.ts';
import { targetAt } from './sendRequest.ts';
import { planRun } from './verify.ts';

/** The plan: every request that would be sent, and every one that would not. */
export function describePlan(contract: Contract, options: VerifyOptions): string {
  const { chosen, starts, leftOut, plan } = planRun(contract, options);
  const place = { url: options.url, basePath: contract.basePath };
  const writes = chosen.filter(({ writes: changes }) => changes).length;
  return [
    `Plan for ${options.url.href}: nothing is sent.`,
    ...chosen.map(
      ({ operation, kind, what, request, writes: changes }) =>
        `  ${changes ? 'write' : 'read '} ${operation.id}, ${kind}: ${what}\n        ${request.method} ${targetAt(place, request.target)}`,
    ),
    ...starts.map(({ id }) => `  chain ${id} and where its answer's links lead.`),
    ...leftOut.map(({ operation, what, reason }) => `  left out ${operation}: ${what} (${reason})`),
    '',
    `${chosen.length} requests, ${writes} of them may change something (at most ${options.maxWrites} are sent); ${leftOut.length} left out;`,
    `${plan.disproved} more were made up and dropped, because their bytes are not what they were to be.`,
  ].join('\n');
}
