import { runServerProcess } from './runServerProcess.ts';

await runServerProcess(async () => {
  const { startMock } = await import('../../mock-api/startMock.ts');
  const { stackMockOptions } = await import('../stack/stackMockOptions.ts');

  const mock = await startMock(stackMockOptions(process.env));
  // The mock itself reloads openapi.yaml and data.yaml.
  mock.onReload((problems) => process.send?.({ problems }));
  return mock;
});
