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
    [
      'a misspelt section',
      (text: string) => text.replace('\nbriefs:', '\nbrief:'),
      /data\.yaml:\d+ "brief" is not a section; expected one of briefs, users, scenarios\.$/,
    ],
    [
      'a section that is not a mapping',
      (text: string) => text.replace(/^briefs:.*?^users:/ms, 'briefs: [daily-harvest]\nusers:'),
      /data\.yaml:\d+ "briefs" must be a mapping\.$/,
    ],
    [
      'an unknown property of a brief',
      (text: string) => text.replace('fullName: The Miller', 'fullname: The Miller'),
      /data\.yaml:\d+ "\{6F9619FF-[^"]+" has the unknown property "fullname"; expected one of name, fullName\.$/,
    ],
    [
      'an unknown property of a user',
      (text: string) => text.replace('passwordExpired:', 'passwordexpired:'),
      /data\.yaml:\d+ "latecomer" has the unknown property "passwordexpired"; expected one of password, passwordExpired, roles, fullName, emailAddress\.$/,
    ],
    [
      'a password that is a number',
      (text: string) => text.replace('password: first day', 'password: 1234'),
      /data\.yaml:\d+ "newcomer", password, must be of type string; got 1234, so put it in quotes\.$/,
    ],
    [
      'a flag that is a string',
      (text: string) => text.replace('passwordExpired: true', 'passwordExpired: "yes"'),
      /data\.yaml:\d+ "latecomer", passwordExpired, must be true or false\.$/,
    ],
    [
      'a brief named like a scenario',
      (text: string) => text.replace('long-story:', 'slow-brief:'),
      /data\.yaml:\d+ "slow-brief" is the id of a scenario; choose another id\.$/,
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
