import { expect, test } from 'vitest';
import { brief, startBackendWith } from '../../support/mock/startBackendWith.ts';
import { getBrief } from '../../support/mock/startTestMock.ts';
import { startTestObserver } from '../../support/mock/startTestObserver.ts';
import { copyWithChange } from '../../support/mock/temporaryFiles.ts';

test.each(['http://a:b@127.0.0.1', 'http://127.0.0.1/?a'])(
  'a backend that cannot be observed is rejected: %s',
  async (url) => {
    const message = 'URL: expected no credentials, query or fragment.';
    await expect(startTestObserver(url)).rejects.toThrow(message);
  },
);

test('the observer listens on loopback by default', async () => {
  const { url } = await startTestObserver(await startBackendWith(brief));
  expect(new URL(url).hostname).toBe('127.0.0.1');
});

test('the observer starts with a contract that the mock’s data does not conform to', async () => {
  const contractFile = await copyWithChange('openapi.yaml', (text) =>
    text
      .replace('required: [name, fullName]', 'required: [name, fullName, colour]')
      .replaceAll(
        /^( +)(fullName: (The Daily Harvest|Food & Drink Weekly))\n/gm,
        '$1$2\n$1colour: green\n',
      ),
  );
  const { url, journal } = await startTestObserver(await startBackendWith(brief), { contractFile });
  await (await getBrief({ url }, 'daily')).text();
  const { violations } = await journal.wait({ ended: true });
  expect(violations.map(({ message }) => message)).toEqual([
    'The body is missing the required property "colour".',
  ]);
});
