import { expect, test } from 'vitest';
import { shareTestMock, submit } from '../support/mock/startTestMock.ts';

const sharedMock = shareTestMock();

test.each([
  ['text', undefined, 'The body is missing the required property "text".'],
  ['text', '', 'The body\'s "text" must have at least 1 character.'],
  ['text', 'x'.repeat(501), 'The body\'s "text" must have at most 500 characters.'],
  ['subjectLine', 'x'.repeat(101), 'at most 100 characters'],
  ['subscriberId', true, 'The body\'s "subscriberId" must be of type string or number.'],
  ['subscriberId', null, 'must be of type string or number'],
  ['briefId', '..', 'The body\'s "briefId" must match pattern'],
  ['recaptchaResponse', '', 'recaptchaResponse'],
  ['copyTo', 'me', 'The body has the unknown property "copyTo".'],
])('a submission whose %s is %j is rejected with the reason', async (field, value, reason) => {
  const { url } = sharedMock();
  const response = await submit({ url }, { [field]: value });
  expect(response.status).toBe(400);
  expect((await response.json()).detail).toContain(reason);
});
