import express from 'express';
import { expect, onTestFinished, test, vi } from 'vitest';
import { loadMockFiles } from '../../mock-api/operations/loadMockFiles.ts';
import { createErrorHandler } from '../../mock-api/respond/errorHandler.ts';
import { getBrief } from '../support/mock/startTestMock.ts';
import { startHttpServer } from '../support/startHttpServer.ts';

test('the message of an unexpected error is logged, and is not in the response', async () => {
  const error = new Error("ENOENT: no such file or directory, open '/home/anna/data.yaml'");
  const { context } = await loadMockFiles('openapi.yaml', 'mock-api/data.yaml');
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  onTestFinished(() => logged.mockRestore());
  const app = express()
    .use(() => Promise.reject(error))
    .use(createErrorHandler(() => context));
  const { url } = await startHttpServer(app);

  const response = await getBrief({ url }, 'daily-harvest');
  expect(response.status).toBe(500);
  expect(await response.json()).toEqual({
    title: 'Internal Server Error',
    status: 500,
    detail: 'The mock failed. Its output has the reason.',
  });
  expect(logged).toHaveBeenCalledExactlyOnceWith(error);
});
