import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { contractFile, onBackend, type Tool } from './verifyBackend.ts';

/** Runs all phases and checks of Schemathesis. The sentences are `operation: check`. */
export const runSchemathesis: Tool = (change) =>
  onBackend(change, async (url) => {
    const args = ['run', contractFile, '--url', url, '--request-timeout', '2', '--no-color'];
    const options = { maxBuffer: 64 * 1024 * 1024 };
    const { stdout } = await promisify(execFile)('schemathesis', args, options).catch(
      (error: Error & { code?: unknown; stdout: string }) => {
        // The exit code is 1 if there are failures, and the report is then a property of the error.
        if (error.code === 1) return error;
        throw error;
      },
    );
    const failures = new Set<string>();
    let operation = '';
    for (const line of stdout.split('\n')) {
      operation = /^_+ ((?:GET|POST|Stateful)[^_]*?) _+$/.exec(line)?.[1] ?? operation;
      const check = /^- (.+)$/.exec(line)?.[1];
      if (check !== undefined && operation !== '') failures.add(`${operation}: ${check}`);
    }
    return [...failures];
  });
