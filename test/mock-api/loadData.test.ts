import { describe, expect, test } from 'vitest';
import { changedCopy } from '../support/mockFiles.ts';
import { mockServer } from '../support/mockServer.ts';

describe('data that does not fit the contract stops the start, with file, line and reason', () => {
  test.each([
    [
      'a brief without a full name',
      (text: string) => text.replace('    fullName: The Daily Harvest\n', ''),
      /data\.yaml:7 "daily-harvest" lacks "fullName"\.$/,
    ],
    [
      'a role that there is not',
      (text: string) => text.replace('rbrief', 'r-brief'),
      /data\.yaml:\d+ "latecomer", roles\.0, is none of \["admin",/,
    ],
    [
      'an address that is none',
      (text: string) => text.replace('adam@example.com', 'adam'),
      /data\.yaml:\d+ "admin", emailAddress, is no email\.$/,
    ],
    [
      'a user without a password',
      (text: string) => text.replace('    password: first day\n', ''),
      /data\.yaml:\d+ "newcomer" lacks "password"\.$/,
    ],
    [
      'an id that no address can hold',
      (text: string) => text.replace('long-story:', 'long/story:'),
      /data\.yaml:\d+ "long\/story" is no brief id: it must match pattern/,
    ],
    ['broken YAML', (text: string) => `${text}\n  - [`, /data\.yaml:\d+ /],
  ])('%s', async (_, change, reason) => {
    const dataFile = await changedCopy('mock-api/data.yaml', change);
    await expect(mockServer({ dataFile })).rejects.toThrow(reason);
  });

  test('every fault is told at once', async () => {
    const dataFile = await changedCopy('mock-api/data.yaml', (text) =>
      text.replace('adam@example.com', 'adam').replace('rbrief', 'r-brief'),
    );
    await expect(mockServer({ dataFile })).rejects.toMatchObject({ faults: { length: 2 } });
  });
});
