import { describe, expect, test } from 'vitest';
import { BRIEFS, postJson, SUBMIT, sharedMock, submission } from '../support/mockServer.ts';

const running = sharedMock();

describe('briefs', () => {
  test.each([
    ['daily-harvest', { name: 'daily-harvest', fullName: 'The Daily Harvest' }],
    ['{6F9619FF-8B86-D011-B42D-00C04FC964FF}', { name: 'millers-gazette' }],
    ['food-and-drink', { name: 'Food & Drink' }],
    ['daily-harvest.anna', { name: 'daily-harvest' }],
  ])('%s is served', async (id, brief) => {
    const { url } = running();
    const answer = await fetch(`${url}${BRIEFS}/${encodeURIComponent(id)}`);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject(brief);
  });

  test('any other id is a 404 with a reason', async () => {
    const { url } = running();
    const answer = await fetch(`${url}${BRIEFS}/unheard-of`);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toEqual({ message: 'There is no such brief.' });
  });

  test('HEAD tells what GET would, without the body', async () => {
    const { url } = running();
    const answer = await fetch(`${url}${BRIEFS}/daily-harvest`, { method: 'HEAD' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-length')).toBe('55');
    expect(await answer.text()).toBe('');
  });
});

describe('submissions', () => {
  test('one that conforms is accepted, also from a numeric subscriber', async () => {
    const { url } = running();
    for (const subscriberId of ['3141592', 3141592]) {
      const answer = await postJson(url + SUBMIT, submission({ subscriberId }));
      expect(answer.status).toBe(200);
      expect(await answer.json()).toEqual({ accepted: true });
    }
  });

  test.each([
    ['text', undefined, 'The body lacks "text".'],
    ['text', '', 'The body\'s "text" must NOT have fewer than 1 characters.'],
    ['text', 'x'.repeat(501), 'The body\'s "text" must NOT have more than 500 characters.'],
    ['subjectLine', 'x'.repeat(101), 'more than 100 characters'],
    ['subscriberId', true, 'The body\'s "subscriberId" is not of type string or number.'],
    ['subscriberId', null, 'is not of type string or number'],
    ['briefId', '..', 'The body\'s "briefId" must match pattern'],
    ['recaptchaResponse', '', 'recaptchaResponse'],
    ['copyTo', 'me', 'The body has the unknown property "copyTo".'],
  ])('%s as %j is refused with the reason', async (field, value, reason) => {
    const { url } = running();
    const answer = await postJson(url + SUBMIT, submission({ [field]: value }));
    expect(answer.status).toBe(400);
    expect((await answer.json()).message).toContain(reason);
  });

  test('lengths count characters, not bytes or code units', async () => {
    const { url } = running();
    const answer = await postJson(url + SUBMIT, submission({ subjectLine: '🌾'.repeat(100) }));
    expect(answer.status).toBe(200);
  });
});
