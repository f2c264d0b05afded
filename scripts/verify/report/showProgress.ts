import type { WriteStream } from 'node:tty';
import type { CaseResult } from '../evaluate/caseResult.ts';

/** Called after each response with the number of requests sent and planned. */
export type OnProgress = (result: CaseResult, sentCount: number, plannedCount: number) => void;

/** Shows the progress of a run: in one line on a terminal, else in a line per hundred requests. */
export function showProgress(stream: Pick<WriteStream, 'write' | 'isTTY'>): {
  update: OnProgress;
  end(): void;
} {
  let failedCount = 0;
  return {
    update({ testCase, status }, sentCount, plannedCount) {
      if (status === 'failed') failedCount += 1;
      const total = Math.max(plannedCount, sentCount);
      const line = `${sentCount} of ${total} requests, ${failedCount} failed`;
      if (stream.isTTY) stream.write(`\r\x1b[K${line}: ${testCase.operation.id}`);
      else if (sentCount % 100 === 0) stream.write(`${line}\n`);
    },
    end() {
      if (stream.isTTY) stream.write('\r\x1b[K');
    },
  };
}
