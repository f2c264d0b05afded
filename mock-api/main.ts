import { ContractError } from './contract/ContractError.ts';
import { isObject } from './contract/pointer.ts';
import { startMock } from './startMock.ts';

const port = readPort(process.env.MOCK_PORT ?? '4010');

try {
  const mock = await startMock({ port });
  console.log(`Mock API: ${mock.url}`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => mock.close().then(() => process.exit(0)));
  }
} catch (error) {
  fail(...explain(error));
}

function readPort(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) < 65_536) return Number(text);
  return fail(`MOCK_PORT is "${text}", which is no port: a whole number up to 65535.`);
}

/** What went wrong, in sentences, for what a person can put right. Anything else is thrown on. */
function explain(error: unknown): readonly string[] {
  if (error instanceof ContractError) return error.faults;
  const code = isObject(error) ? error.code : undefined;
  if (code === 'EADDRINUSE') return [`Port ${port} is in use. Set MOCK_PORT to another one.`];
  if (code === 'EACCES') return [`Port ${port} may not be opened. Set MOCK_PORT to another one.`];
  throw error;
}

function fail(...sentences: readonly string[]): never {
  for (const sentence of sentences) console.error(sentence);
  process.exit(1);
}
