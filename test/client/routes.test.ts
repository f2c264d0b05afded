import { readFileSync } from 'node:fs';
import { matchRoutes } from 'react-router-dom';
import { expect, onTestFinished, test, vi } from 'vitest';
import { parse } from 'yaml';
import {
  findIntendedPath,
  isRouteId,
  matchFeedbackPath,
  matchPage,
  routes,
} from '../../client/routes.ts';

const { minLength, maxLength, pattern } = parse(readFileSync('openapi.yaml', 'utf8')).components
  .schemas.RouteId;
const isInContract = (id: string) =>
  id.length >= minLength && id.length <= maxLength && new RegExp(pattern, 'u').test(id);

const everyAsciiCharacter = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));

test.each([
  ...everyAsciiCharacter.map((character) => `a${character}`),
  '',
  'a'.repeat(128),
  'a'.repeat(129),
  '.',
  '..',
  '.a',
  'é',
  '../x',
  '%2e%2e',
  '{6F9619FF-8B86-D011-B42D-00C04FC964FF}',
])('the client accepts the id %j if and only if the contract does', (id) => {
  expect(isRouteId(id)).toBe(isInContract(id));
});

test.each(
  Object.entries({
    '/1/2/contact.': '/1/2/contact',
    '/1/2/Contact),': '/1/2/Contact',
    '/1/2/contact&amp;utm=1': '/1/2/contact',
    '/%7B1%7D/2/contact/%3E': '/%7B1%7D/2/contact',
    '/1/2/contact': undefined,
    '/1/2/contacts': undefined,
    '/1/%2e%2e/contact.': undefined,
  }),
)('the path %j was intended to be %j', (path, intended) => {
  expect(findIntendedPath(path)).toBe(intended);
});

test.each([
  '/',
  '/1/2/contact',
  '/1/2/contact//',
  '/1/2/CONTACT',
  '//1/2/contact',
  '/1//2/contact',
  '/1/contact',
  '/1/2/contact.html',
  '/1/2/contac%74',
  '/a%2Fb/2/contact',
  '/%252e/2/contact',
  '/{1}/%7B2%7D/contact',
  '/1/%C3%A9/contact',
  '/1/a%3Bb/contact',
  '/1/a+b/contact',
  '/1/%/contact',
  '/1/%E0%A4%A/contact',
])('the path %j has the same page and ids as in the router', (path) => {
  // The router warns about a path that it cannot decode.
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  onTestFinished(() => warn.mockRestore());
  const [match] = matchRoutes([{ path: routes.index }, { path: routes.feedback }], path) ?? [];
  const { subscriberId = '', briefId = '' } = match?.params ?? {};
  const params =
    isRouteId(subscriberId) && isRouteId(briefId) ? { subscriberId, briefId } : undefined;
  const page = match?.route.path === routes.index ? 'index' : params ? 'feedback' : 'unknown';
  expect([matchPage(path), matchFeedbackPath(path)]).toEqual([page, params]);
});
