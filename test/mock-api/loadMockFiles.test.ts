import { describe, expect, test } from 'vitest';
import { startTestMock } from '../support/mock/startTestMock.ts';
import { copyWithChange } from '../support/mock/temporaryFiles.ts';

describe('invalid data prevents startup and is reported with file, line and reason', () => {
  test.each([
    [
      'a brief with an empty full name',
      (text: string) => text.replace("fullName: The Miller's Gazette", "fullName: ''"),
      /data\.yaml:\d+ "\{6F9619FF-[^"]+", fullName, must have at least 1 character\.$/,
    ],
    [
      'an unknown role',
      (text: string) => text.replace('rbrief', 'r-brief'),
      /data\.yaml:\d+ "latecomer", roles\.0, must be one of "admin",/,
    ],
    [
      'an invalid e-mail address',
      (text: string) => text.replace('adam@example.com', 'adam'),
      /data\.yaml:\d+ "admin", emailAddress, must match format "email"\.$/,
    ],
    [
      'a user without a password',
      (text: string) => text.replace('    password: first day\n', ''),
      /data\.yaml:\d+ "newcomer" is missing the required property "password"\.$/,
    ],
    [
      'an id that is not valid in a path',
      (text: string) => text.replace('long-story:', 'long/story:'),
      /data\.yaml:\d+ "long\/story" is not a valid brief id: it must match pattern/,
    ],
    ['broken YAML', (text: string) => `${text}\n  - [`, /data\.yaml:\d+ /],
  ])('%s', async (_, change, reason) => {
    const dataFile = await copyWithChange('mock-api/data.yaml', change);
    await expect(startTestMock({ dataFile })).rejects.toThrow(reason);
  });

  test('all problems are reported at once', async () => {
    const dataFile = await copyWithChange('mock-api/data.yaml', (text) =>
      text.replace('adam@example.com', 'adam').replace('rbrief', 'r-brief'),
    );
    await expect(startTestMock({ dataFile })).rejects.toMatchObject({ problems: { length: 2 } });
  });
});
