import { describe, expect, test } from 'vitest';
import { startTestMock } from '../support/mock/startTestMock.ts';
import { copyWithChange } from '../support/mock/temporaryFiles.ts';

describe('invalid data prevents startup and is reported with file, line and reason', () => {
  test.each<[from: string | RegExp, to: string, reason: string]>([
    ["fullName: The Miller's Gazette", "fullName: ''", 'fullName, must have at least 1 character.'],
    ['    password: first day\n', '', '"newcomer" is missing the required property "password".'],
    ['long-story:', 'long/story:', '"long/story" is not a valid brief id: it must match pattern'],
    ['\nbriefs:', '\nbrief:', 'The file has the unknown property "brief".'],
    [/^briefs:.*?^users:/ms, 'briefs: [a]\nusers:', '"briefs" must be of type object.'],
    [
      'fullName: The Miller',
      'fullname: The Miller',
      'has the unknown property "fullname"; expected one of name, fullName.',
    ],
    [
      'password: first day',
      'password: 12',
      '"newcomer", password, must be of type string, got 12.',
    ],
    ['long-story:', 'slow-brief:', '"slow-brief" is the id of a scenario; choose another id.'],
    [/$/, '\n  - [', ''],
  ])('%s, replaced by %j', async (from, to, reason) => {
    const dataFile = await copyWithChange('mock-api/data.yaml', (text) => text.replace(from, to));
    const error = await startTestMock({ dataFile }).catch((failure: Error) => failure);
    expect((error as Error).message).toMatch(/^\S+data\.yaml:\d+ /);
    expect((error as Error).message).toContain(reason);
  });

  test('all problems are reported at once', async () => {
    const dataFile = await copyWithChange('mock-api/data.yaml', (text) =>
      text.replace('adam@example.com', 'adam').replace('rbrief', 'r-brief'),
    );
    await expect(startTestMock({ dataFile })).rejects.toThrow(
      /"admin", emailAddress, must match format "email"\.\n.*"latecomer", roles\.0, must be one of/,
    );
  });
});
