import { createResponseCheck, findResponse } from '../checkResponse.ts';
import type { Contract } from '../contract.ts';
import type { Fault } from '../fault.ts';
import { headerText } from '../message.ts';
import type { CheckName } from './checks.ts';
import { describeAnswer } from './describeAnswer.ts';
import type { Answer, Failure, Outcome } from './failure.ts';
import { judgeKind } from './judgeKind.ts';
import type { TestCase } from './testCase.ts';

export interface Judgement {
  failures: readonly Failure[];
  /** False: the answer was right, but told nothing: the server did not know the ids or the caller. */
  proved: boolean;
}

/** Makes the function that holds an answer against what its request has to lead to. */
export function createJudge(contract: Contract) {
  const checkResponse = createResponseCheck(contract);

  return function judge(test: TestCase, outcome: Outcome, withCredentials: boolean): Judgement {
    if (outcome.kind === 'no answer') {
      const received = outcome.message;
      return failed([
        { check: 'answer', message: outcome.message, expected: 'an answer', received },
      ]);
    }
    if (outcome.status >= 500) {
      const message = `The server failed with status ${outcome.status}.`;
      return failed([{ check: 'no-5xx', message, expected: 'any status below 500' }]);
    }
    const verdict = judgeKind(contract, test, outcome, withCredentials);
    const isHttpsOwn =
      test.kind === 'undeclared method' ||
      (test.kind === 'undeclared media type' && !findResponse(test.operation, outcome.status));
    // What a server makes of bad data that it took is no further fault.
    const tookBad = test.kind === 'bad data' && verdict.kind === 'wrong';
    const faults =
      isHttpsOwn || (tookBad && outcome.status < 300) ? [] : checkResponse(test.operation, outcome);
    // An undeclared status says it all: which one would have been right is told with it.
    const undeclared = faults.some(({ rule }) => rule === 'response.status');
    const isWrong = verdict.kind === 'wrong' && !(undeclared && outcome.status >= 300);
    const failures = [
      ...(isWrong ? [verdict] : []).map(({ check, message, expected }) => {
        const rule = test.kind === 'bad data' ? `, for ${ruleAt(contract, test.pointer)}` : '';
        return failure(outcome, { check, message, expected: expected + rule });
      }),
      ...faults.map((fault) => ofFault(fault, outcome)),
    ];
    return { failures, proved: verdict.kind === 'right' && failures.length === 0 };

    function failed(found: Partial<Failure>[]): Judgement {
      const answer = outcome.kind === 'answer' ? outcome : undefined;
      return { failures: found.map((part) => failure(answer, part)), proved: false };
    }

    function ofFault({ rule, message, at, pointer }: Fault, answer: Answer): Failure {
      const found = { check: CHECK_OF[rule] ?? 'body', rule, message, at, pointer } as const;
      if (rule === 'response.status') {
        const names = test.operation.responses.map(({ status }) => status).join(', ');
        return failure(answer, { ...found, expected: `one of ${names}` });
      }
      if (rule !== 'response.header') {
        return failure(answer, { ...found, expected: ruleAt(contract, pointer) });
      }
      const name = at.replace(/^header /, '').split('/')[0] ?? '';
      const text = headerText(answer.headers, name);
      const received = text === undefined ? 'no such header' : `${name}: ${text}`;
      return failure(answer, { ...found, expected: ruleAt(contract, pointer), received });
    }

    function failure(answer: Answer | undefined, part: Partial<Failure>): Failure {
      const pointer = part.pointer ?? test.pointer;
      return {
        check: 'answer',
        at: 'answer',
        message: '',
        expected: '',
        received: answer ? describeAnswer(answer) : '',
        ...part,
        pointer,
        line: contract.lineOf(pointer),
      };
    }
  };
}

/** The contract's own words. */
function ruleAt({ source, lineOf }: Contract, pointer: string): string {
  return source.split('\n')[lineOf(pointer) - 1]?.trim() ?? '';
}

const CHECK_OF: Partial<Record<Fault['rule'], CheckName>> = {
  'response.status': 'status',
  'response.header': 'header',
  'response.media-type': 'media-type',
  'response.syntax': 'body',
  'response.body': 'body',
};
