import type { WriteStream } from 'node:tty';
import type { Progress } from './verify.ts';

/** How far a run is: one line that renews itself on a terminal, a line for each hundred elsewhere. */
export function showProgress(stream: Pick<WriteStream, 'write' | 'isTTY'>): {
  update: Progress;
  end(): void;
} {
  let failed = 0;
  return {
    update({ test, failures }, done, of) {
      if (failures.length > 0) failed += 1;
      const line = `${done} of ${Math.max(of, done)} asked, ${failed} wrong`;
      if (stream.isTTY) stream.write(`\r\x1b[K${line}: ${test.operation.id}`);
      else if (done % 100 === 0) stream.write(`${line}\n`);
    },
    end() {
      if (stream.isTTY) stream.write('\r\x1b[K');
    },
  };
}
