import { MockStartError } from './MockStartError.ts';
import { parseMockPort, startMock } from './startMock.ts';

try {
  const port = parseMockPort(process.env.MOCK_PORT);
  const mock = await startMock({ port, journalFile: process.env.MOCK_JOURNAL });
  console.log(`Mock API: ${mock.url}`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => mock.close().then(() => process.exit(0)));
  }
} catch (error) {
  if (!(error instanceof MockStartError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
