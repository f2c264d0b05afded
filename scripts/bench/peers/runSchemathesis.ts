import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);

export async function isSchemathesisInstalled(): Promise<boolean> {
  return execute('schemathesis', ['--version']).then(
    () => true,
    () => false,
  );
}

/** Runs all phases and checks. Resolves to the failures, each as `operation: check`. */
export async function runSchemathesis(url: string, contractFile: string): Promise<string[]> {
  const args = ['run', contractFile, '--url', url, '--request-timeout', '2', '--no-color'];
  const options = { maxBuffer: 64 * 1024 * 1024 };
  // The exit code is 1 if there are failures, and the report is then a property of the error.
  const { stdout } = await execute('schemathesis', args, options).catch(
    (error: Error & { stdout?: string }) => ({ stdout: error.stdout ?? '' }),
  );
  const failures = new Set<string>();
  let operation = '';
  for (const line of stdout.split('\n')) {
    operation = /^_+ ((?:GET|POST|Stateful)[^_]*?) _+$/.exec(line)?.[1] ?? operation;
    const check = /^- (.+)$/.exec(line)?.[1];
    if (check !== undefined && operation !== '') failures.add(`${operation}: ${check}`);
  }
  return [...failures];
}
