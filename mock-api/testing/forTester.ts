import { expectedName, validName } from '../scenarios/testerName.ts';
import type { TesterOptions } from './MockSession.ts';
import { requireNames } from './requireJson.ts';
import { Tester } from './Tester.ts';

export type { JournalEntry } from '../journal/journalEntry.ts';
export type { TesterOptions } from './MockSession.ts';
export { MockError } from './mockClient.ts';
export type { AllowedPattern, ExpectedFields, RequestPattern } from './patterns.ts';
export type { Delivery, Expectation, NewScenarios } from './Tester.ts';

export type { Tester };

/** Returns `MOCK_URL` of the environment, or the URL of a host on this machine. */
export const defaultUrl = () => process.env.MOCK_URL ?? 'http://localhost:3000';

/**
 * Creates a tester for the requests under a name, and resets the state under that name.
 * @param name up to 40 letters, digits, `-` and `_`; by default a random one, which no other test has
 * @throws {MockError} if there is no mock
 * @example
 * const tester = await forTester();
 * await page.goto(tester.pageUrl('daily-harvest'));
 * // Write a message and submit it.
 * await tester.expectDelivered({ text: 'I read you every morning.' });
 * await tester.finish();
 */
export async function forTester(name = randomName(), options: TesterOptions = {}): Promise<Tester> {
  if (!validName.test(name))
    throw new TypeError(`The name of a tester: expected ${expectedName}, got ${name}.`);
  requireNames('The options', options, ['url', 'timeoutMs', 'settleMs', 'test']);

  return Tester.begin(name, { ...options, url: parseOrigin(options.url ?? defaultUrl()) });
}

/** Returns the origin of a URL. The base URL of a test runner may have a path. */
function parseOrigin(text: string): string {
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol)) return url.origin;
  throw new TypeError(`url: expected one such as http://localhost:3000, got "${text}".`);
}

const randomName = () => `t${crypto.randomUUID().slice(0, 8)}`;
