import { describe, expect, test } from 'vitest';
import { getBrief, shareTestMock, submit } from '../support/mock/startTestMock.ts';

const sharedMock = shareTestMock();

describe('briefs', () => {
  test.each([
    ['daily-harvest', { name: 'daily-harvest', fullName: 'The Daily Harvest' }],
    ['{6F9619FF-8B86-D011-B42D-00C04FC964FF}', { name: 'millers-gazette' }],
    ['food-and-drink', { name: 'Food & Drink' }],
    ['daily-harvest.anna', { name: 'daily-harvest' }],
  ])('the brief %s is served', async (id, brief) => {
    const { url } = sharedMock();
    const response = await getBrief({ url }, encodeURIComponent(id));
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject(brief);
  });

  test('any other id returns 404 with problem details', async () => {
    const { url } = sharedMock();
    const response = await getBrief({ url }, 'unheard-of');
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    const detail = 'There is no such brief.';
    expect(await response.json()).toEqual({ title: 'Not Found', status: 404, detail });
  });

  test('HEAD returns the head of the GET response without a body', async () => {
    const { url } = sharedMock();
    const response = await getBrief({ url }, 'daily-harvest', { method: 'HEAD' });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-length')).toBe('55');
    expect(await response.text()).toBe('');
  });
});

describe('submissions', () => {
  test('a valid submission is accepted, also with a numeric subscriber id', async () => {
    const { url } = sharedMock();
    for (const subscriberId of ['3141592', 3141592]) {
      const response = await submit({ url }, { subscriberId });
      expect(response.status).toBe(200);
      expect(await response.json()).toEqual({ accepted: true });
    }
  });

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
  ])('%s = %j is rejected with the reason', async (field, value, reason) => {
    const { url } = sharedMock();
    const response = await submit({ url }, { [field]: value });
    expect(response.status).toBe(400);
    expect((await response.json()).detail).toContain(reason);
  });

  test('lengths are counted in characters, not in bytes or code units', async () => {
    const { url } = sharedMock();
    const response = await submit({ url }, { subjectLine: '🌾'.repeat(100) });
    expect(response.status).toBe(200);
  });
});
