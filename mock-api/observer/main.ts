import { ContractError } from '../contract/ContractError.ts';
import { isObject } from '../contract/pointer.ts';
import { MockStartFault } from '../startFault.ts';
import { observerUsage, readObserverOptions } from './readObserverOptions.ts';
import { startObserver } from './startObserver.ts';

try {
  const options = readObserverOptions(process.argv.slice(2));
  if (options) {
    const observer = await startObserver(options);
    console.log(`Observer: ${observer.url} in front of ${options.backend.origin}`);
    console.log(`Console:  ${observer.url}/mock/`);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => observer.close().then(() => process.exit(0)));
    }
  } else {
    console.log(observerUsage);
  }
} catch (error) {
  const message = explain(error);
  if (message === undefined) throw error;
  console.error(message);
  process.exitCode = 2;
}

/** What a person can mend, in sentences. */
function explain(error: unknown): string | undefined {
  if (error instanceof MockStartFault) return `${error.message} See --help.`;
  if (error instanceof ContractError) return error.faults.join('\n');
  const { code, port } = isObject(error) ? error : {};
  if (code === 'EADDRINUSE') return `Port ${port} is in use. Choose another one with --port.`;
  if (code === 'EACCES') return `Port ${port} may not be opened. Choose another one with --port.`;
  return undefined;
}
