import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import { createApiClient } from '../../client/api/apiClient.ts';
import { findReaction } from '../../client/api/errorCatalogue.ts';
import { createFeedbackApi } from '../../client/api/feedbackApi.ts';
import type { RequestError } from '../../client/api/RequestError.ts';
import { startHttpServer } from '../support/startHttpServer.ts';

const mediaType = 'application/problem+json';

/** The status and the example of each error that the contract declares for a submission. */
function readErrors(): [status: number, body: string][] {
  const { paths, components } = parse(readFileSync('openapi.yaml', 'utf8'));
  const { responses } = paths['/rest/subscriber-feedback/form-submit'].post;
  return Object.keys(responses)
    .filter((status) => Number(status) >= 400)
    .map((status) => {
      const { content } = components.responses[responses[status].$ref.split('/').at(-1)];
      const [example] = Object.values<{ value: unknown }>(content[mediaType].examples);
      return [Number(status), JSON.stringify(example?.value)];
    });
}

test.each(readErrors())(
  'the contract’s example of a %i is JSON for the error catalogue: %s',
  async (status, body) => {
    const { url: baseUrl } = await startHttpServer((_, res) =>
      res.writeHead(status, { 'Content-Type': mediaType }).end(body),
    );
    const onFailure = vi.fn<(error: RequestError) => void>();
    const api = createFeedbackApi(createApiClient({ baseUrl, onFailure }));
    const ids = { briefId: 'a', subscriberId: '1' };
    const message = { ...ids, subjectLine: 's', text: 't', recaptchaResponse: 'token' };
    const delivery = await api.submitFeedback(message);

    const text = `Error: submitFeedback failed with status ${status}`;
    expect(onFailure.mock.calls.map(([error]) => findReaction(error))).toMatchObject([
      status === 401 ? { signsOut: true } : { alert: { text, persistent: status === 404 } },
    ]);
    expect(delivery).toBe(status === 504 ? 'unconfirmed' : 'notSent');
  },
);
