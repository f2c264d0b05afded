import { explainStartFault, MockStartFault, readMockPort } from './startFault.ts';
import { startMock } from './startMock.ts';

try {
  const port = readMockPort(process.env.MOCK_PORT);
  const mock = await startMock({ port, journalFile: process.env.MOCK_JOURNAL }).catch((error) => {
    throw explainStartFault(error, port);
  });
  console.log(`Mock API: ${mock.url}`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => mock.close().then(() => process.exit(0)));
  }
} catch (fault) {
  if (!(fault instanceof MockStartFault)) throw fault;
  console.error(fault.message);
  process.exitCode = 1;
}
