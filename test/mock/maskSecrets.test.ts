import { expect, test } from 'vitest';
import { createIsSecret } from '#contract';
import { maskHeaders, maskText, maskUrl, maskValue } from '../../mock-api/journal/maskSecrets.ts';
import { contractOf } from '../oneOperation.ts';

const isSecret = createIsSecret(contractOf({ responses: {} }));

test('a value is masked at any depth, with all that it contains', () => {
  const value = { user: { name: 'anna', password: 'a' }, list: [{ token: { value: 'b' } }] };
  expect(maskValue(value, isSecret)).toEqual({
    user: { name: 'anna', password: '•••' },
    list: [{ token: '•••' }],
  });
});

test('a URL is masked in its path, its query and its fragment', () => {
  const rows = {
    '/a;jsessionid=1;x=2/b?page=2': '/a;jsessionid=•••;x=2/b?page=2',
    '/a?p%61ssword=x/a?b;c&user[password]=x&page=2': '/a?p%61ssword=•••&user[password]=•••&page=2',
    '/a;password=b&c/d?a;jsessionid=1': '/a;password=•••/d?a;jsessionid=•••',
    'https://app.test/callback?code=x&state=y': 'https://app.test/callback?code=•••&state=y',
    '/callback#access_token=x&token_type=bearer': '/callback#access_token=•••&token_type=bearer',
    '/code/token?country_code=de': '/code/token?country_code=de',
  };
  const masked = Object.keys(rows).map((url) => [url, maskUrl(url, isSecret)]);
  expect(Object.fromEntries(masked)).toEqual(rows);
});

test('a header is masked as a whole, or in its URL', () => {
  const headers = {
    'x-functions-key': 'x',
    'set-cookie': ['a=x', 'b=y'],
    location: '/callback?code=x',
    link: '</next?page=2>; rel="next"',
    accept: ['text/html', 'image/png'],
  };
  expect(maskHeaders(headers, isSecret)).toEqual({
    'x-functions-key': '•••',
    'set-cookie': '•••',
    location: '/callback?code=•••',
    link: '</next?page=2>; rel="next"',
    accept: 'text/html, image/png',
  });
});

test('a text stays as it is without a secret, and is masked as a whole if it cannot be parsed', () => {
  const rows = {
    '{"a": 1.0}': '{"a": 1.0}',
    '{"id":12345678901234567890,"password":"x"}': '{"id":12345678901234567890,"password":"•••"}',
    '{"pass\\u0077ord":"x"}': '{"password":"•••"}',
    '{"a":1,"a":2,"password":"x"}': '•••',
    '{"a":{"password":"x"},"a":1}': '•••',
    ')]}\',\n{"token":"x"}': '•••',
    'token=x': 'token=x',
  };
  const masked = Object.keys(rows).map((text) => [text, maskText(text, 'text/plain', isSecret)]);
  expect(Object.fromEntries(masked)).toEqual(rows);
});

test('a form is masked by its names', () => {
  const type = 'application/x-www-form-urlencoded; charset=utf-8';
  expect(maskText('access_token=x&scope=repo', type, isSecret)).toBe('access_token=•••&scope=repo');
});
