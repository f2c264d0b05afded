import { json, problem } from './exchange.ts';
import { isLong } from './rightRules.ts';
import { answers, rules, type SeededFault, treats } from './seedFault.ts';

const isPlain = (id: unknown) => /^[\x21-\x7e]+$/.test(String(id));
const anyBrief = json(200, { name: 'any', fullName: 'Any' });
const accepted = json(200, { accepted: true });

/** Requests that are let through or refused against the contract. */
export const faultsInRules: readonly SeededFault[] = [
  treats(
    ['getBrief', 'an id may have 129 characters', 'bad-data'],
    ({ path, method }) => method === 'GET' && (path.split('/').at(-1)?.length ?? 0) > 128,
    anyBrief,
  ),
  treats(
    ['getBrief', 'an id may have any character', 'bad-data'],
    ({ path, method }) => method === 'GET' && !isPlain(path),
    anyBrief,
  ),
  rules(['submitFeedback', '501 characters are accepted', 'bad-data'], {
    isText: (value) => isLong(value, 1, 501),
  }),
  rules(['submitFeedback', '101 characters are accepted', 'bad-data'], {
    isSubject: (value) => isLong(value, 1, 101),
  }),
  rules(['submitFeedback', 'an empty subject is accepted', 'bad-data'], {
    isSubject: (value) => isLong(value, 0, 100),
  }),
  rules(['submitFeedback', 'a missing text is accepted', 'bad-data'], {
    isText: (value) => value === undefined || isLong(value, 1, 500),
  }),
  rules(['submitFeedback', 'a missing captcha response is accepted', 'bad-data'], {
    isCaptcha: (value) => value === undefined || isLong(value, 1, 10_000),
  }),
  rules(['submitFeedback', 'an unknown property is accepted', 'bad-data'], { takesMore: true }),
  rules(['submitFeedback', 'a number is accepted as text', 'bad-data'], {
    isText: (value) => typeof value === 'number' || isLong(value, 1, 500),
  }),
  rules(['submitFeedback', 'null is accepted as subject', 'bad-data'], {
    isSubject: (value) => value === null || isLong(value, 1, 100),
  }),
  rules(['submitFeedback', 'true is accepted as subscriber', 'bad-data'], {
    isSubscriber: (value) => ['number', 'boolean'].includes(typeof value) || isLong(value, 1, 128),
  }),
  rules(['submitFeedback', 'an empty subscriber is accepted', 'bad-data'], {
    isSubscriber: (value) => typeof value === 'number' || isLong(value, 0, 128),
  }),
  treats(
    ['submitFeedback', 'an empty body is accepted', 'bad-data'],
    ({ method, body }) => method === 'POST' && body.length === 0,
    accepted,
  ),
  treats(
    ['signIn', 'a missing password is accepted', 'bad-data'],
    ({ method, body }) => method === 'POST' && body.length > 0 && !body.includes('password'),
    { status: 200, headers: { 'Content-Type': 'text/html' }, body: '' },
  ),

  treats(
    ['getBrief', 'braces are refused', 'good-data'],
    ({ path, method }) => method === 'GET' && path.includes('{'),
    problem(400, 'No braces.'),
  ),
  rules(['getBrief', 'a brief that is there is not found', 'good-data'], { briefs: {} }),
  rules(['submitFeedback', 'lengths are counted in UTF-16', 'good-data'], {
    isText: (value) => isLong(value, 1, 500) && String(value).length <= 500,
  }),
  rules(['submitFeedback', 'lengths are counted in bytes', 'good-data'], {
    isSubject: (value) => isLong(value, 1, 100) && Buffer.byteLength(String(value)) <= 100,
  }),
  rules(['submitFeedback', 'blanks are no text', 'good-data'], {
    isText: (value) => isLong(value, 1, 500) && String(value).trim() !== '',
  }),
  rules(['submitFeedback', '500 characters are one too many', 'good-data'], {
    isText: (value) => isLong(value, 1, 499),
  }),
  rules(['submitFeedback', 'a subscriber is never a number', 'good-data'], {
    isSubscriber: (value) => isLong(value, 1, 128),
  }),
  treats(
    ['signOut', 'a sign-out needs a session', 'good-data'],
    ({ method, headers }) => method === 'GET' && !headers.cookie,
    problem(401, 'Who is it?'),
  ),
  rules(['signIn', 'the right password is refused', 'good-data'], { passwords: {} }),

  answers(['getBrief', 'a 405 has no Allow', 'method'], 405, { headers: {} }),
  answers(['getBrief', 'Allow leaves GET out', 'method'], 405, { headers: { Allow: 'HEAD' } }),
  treats(['getBrief', 'a DELETE is obeyed', 'method'], ({ method }) => method === 'DELETE', {
    ...{ status: 204, headers: {}, body: '' },
  }),
  answers(['submitFeedback', 'another method is a 404', 'method'], 405, { status: 404 }),
  rules(['submitFeedback', 'XML is taken for JSON', 'unsupported-media-type'], {
    mediaTypes: ['application/json', 'application/xml'],
  }),
  answers(['submitFeedback', 'XML is a 400', 'unsupported-media-type'], 415, { status: 400 }),
  answers(['signIn', 'another media type is a 400', 'unsupported-media-type'], 415, {
    status: 400,
  }),

  rules(['getCurrentUser', 'a stranger gets the current user', 'credentials', 'links'], {
    isSession: () => true,
  }),
  rules(['getCurrentUser', 'any cookie will do', 'credentials', 'links'], {
    isSession: (id) => id !== undefined,
  }),
  rules(['getCurrentUser', 'a sign-out ends nothing', 'links'], { endSession: () => {} }),
  rules(['getCurrentUser', 'a sign-in sets no cookie', 'links'], { signInHeaders: () => ({}) }),
  rules(['getCurrentUser', 'a session is not recognised', 'good-data', 'links'], {
    isSession: () => false,
  }),
];
