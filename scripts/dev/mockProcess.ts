import { runServerProcess } from './runServerProcess.ts';

await runServerProcess(async () => {
  const { startMockOf, validateSettings } = await import('../stack/startStack.ts');
  await validateSettings(process.env);
  const mock = await startMockOf(process.env);
  // The mock itself reloads openapi.yaml and data.yaml.
  mock.onReload((problems) => process.send?.({ problems }));
  return mock;
});
