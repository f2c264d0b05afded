import { MockStartError } from '../MockStartError.ts';
import { observerUsage, parseObserverOptions } from './options.ts';
import { startObserver } from './startObserver.ts';

try {
  const options = parseObserverOptions(process.argv.slice(2));
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
  if (!(error instanceof MockStartError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
