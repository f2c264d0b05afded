import { readMessage } from '../../mock-api/contract/cases/createProof.ts';
import type { Outcome } from '../../mock-api/contract/cases/failure.ts';
import { createJudge } from '../../mock-api/contract/cases/judgeAnswer.ts';
import type { LeftOut, TestCase } from '../../mock-api/contract/cases/testCase.ts';
import type { Contract, Operation } from '../../mock-api/contract/contract.ts';
import { bringsCredentials } from '../../mock-api/contract/credentials.ts';
import { leaveOut } from './chooseCases.ts';
import { createPace } from './createPace.ts';
import type { Mask } from './maskCredentials.ts';
import { mergeHeaders, withoutHeaders } from './mergeHeaders.ts';
import type { VerifyOptions } from './readOptions.ts';
import type { Result } from './report.ts';
import { sendRequest } from './sendRequest.ts';
import { writeCurl } from './writeCurl.ts';

/** After so many requests without an answer no more are sent. */
const PATIENCE = 5;

/** Nothing answers at the address. */
export class UnreachableFault extends Error {
  override name = 'UnreachableFault';
}

export interface SenderOptions {
  contract: Contract;
  options: VerifyOptions;
  mask: Mask;
  onResult(result: Result): void;
  onLeftOut(leftOut: LeftOut): void;
}

/** Makes the function through which every request goes: at the pace, within the budget, judged and kept. */
export function createSender({ contract, options, mask, onResult, onLeftOut }: SenderOptions) {
  const { headers, timeout, url, rate, maxWrites, skipChecks } = options;
  const judge = createJudge(contract);
  const takeTurn = createPace(rate);
  const silence = new Map<string, number>();
  let writesLeft = maxWrites;
  let answers = 0;
  let refused = 0;

  /** Undefined where it was left out. `cookies` are those of a session. */
  return async function send(test: TestCase, cookies?: string): Promise<Outcome | undefined> {
    const reason = reasonNotTo(test);
    if (reason !== undefined) {
      onLeftOut(leaveOut(test, reason));
      return undefined;
    }
    if (test.writes) writesLeft -= 1;
    await takeTurn();

    const own = headersFor(test);
    const request = {
      ...test.request,
      headers: mergeHeaders(own, test.request.headers, cookies ? { Cookie: cookies } : {}),
    };
    const target = { url, basePath: contract.basePath, headers: {}, timeout };
    const outcome = await sendRequest(request, target);
    note(test.operation, outcome);
    const granted = bringsCredentials(test.operation, readMessage(request));
    const { failures, proved } = judge(test, outcome, granted);
    onResult({
      test,
      outcome,
      proved,
      failures: failures
        .filter(({ check }) => !skipChecks.has(check))
        .map((failure) => ({ ...failure, received: mask.mask(failure.received) })),
      curl: mask.mask(writeCurl(request, target)),
    });
    return outcome;
  };

  function reasonNotTo({ writes, operation }: TestCase): string | undefined {
    if (refused >= PATIENCE) return 'the backend takes no more connections';
    if ((silence.get(operation.id) ?? 0) >= PATIENCE) return 'the operation no longer answers';
    if (writes && writesLeft <= 0) return `--max-writes ${maxWrites} is used up`;
    return undefined;
  }

  function note({ id }: Operation, outcome: Outcome) {
    const unreachable = outcome.kind === 'no answer' && outcome.reason === 'unreachable';
    refused = unreachable ? refused + 1 : 0;
    silence.set(id, outcome.kind === 'answer' ? 0 : (silence.get(id) ?? 0) + 1);
    if (outcome.kind === 'answer') answers += 1;
    if (unreachable && answers === 0) throw new UnreachableFault(outcome.message);
  }

  /** The caller's headers, but for those that would let in whoever is to be kept out. */
  function headersFor({ kind, operation }: TestCase) {
    if (kind !== 'no credentials' && kind !== 'bad credentials') return headers;
    const names = operation.security.flat().map(({ type, in: place, key = '' }) => {
      if (type !== 'apiKey') return 'authorization';
      return place === 'cookie' ? 'cookie' : key.toLowerCase();
    });
    return withoutHeaders(headers, new Set(names));
  }
}

export type Send = ReturnType<typeof createSender>;
