import { changeResponse, changeRules, declareFaults, respondWhen } from './declareFaults.ts';
import { errorResponse, json } from './httpMessages.ts';
import { hasLength } from './referenceRules.ts';

const isPrintableAscii = (path: string) => /^[\x21-\x7e]+$/.test(path);
const anyBrief = json(200, { name: 'any', fullName: 'Any' });
const accepted = json(200, { accepted: true });
const deleted = { status: 204, headers: {}, body: '' };
const signedIn = { status: 200, headers: { 'Content-Type': 'text/html' }, body: '' };

/** Requests are accepted or rejected contrary to the contract. */
export const ruleFaults = [
  ...declareFaults(
    ['negative_data_rejection'],
    respondWhen(
      'getBrief',
      'an id of 129 characters is accepted',
      ({ path, method }) => method === 'GET' && (path.split('/').at(-1)?.length ?? 0) > 128,
      anyBrief,
    ),
    respondWhen(
      'getBrief',
      'an id with any character is accepted',
      ({ path, method }) => method === 'GET' && !isPrintableAscii(path),
      anyBrief,
    ),
    changeRules('submitFeedback', 'a text of 501 characters is accepted', {
      isText: (value) => hasLength(value, 1, 501),
    }),
    changeRules('submitFeedback', 'a subject of 101 characters is accepted', {
      isSubject: (value) => hasLength(value, 1, 101),
    }),
    changeRules('submitFeedback', 'an empty subject is accepted', {
      isSubject: (value) => hasLength(value, 0, 100),
    }),
    changeRules('submitFeedback', 'a missing text is accepted', {
      isText: (value) => value === undefined || hasLength(value, 1, 500),
    }),
    changeRules('submitFeedback', 'a missing captcha response is accepted', {
      isCaptcha: (value) => value === undefined || hasLength(value, 1, 10_000),
    }),
    changeRules('submitFeedback', 'an unknown property is accepted', {
      allowsUnknownProperties: true,
    }),
    changeRules('submitFeedback', 'a number is accepted as text', {
      isText: (value) => typeof value === 'number' || hasLength(value, 1, 500),
    }),
    changeRules('submitFeedback', 'null is accepted as subject', {
      isSubject: (value) => value === null || hasLength(value, 1, 100),
    }),
    changeRules('submitFeedback', 'true is accepted as subscriber', {
      isSubscriber: (value) =>
        ['number', 'boolean'].includes(typeof value) || hasLength(value, 1, 128),
    }),
    changeRules('submitFeedback', 'an empty subscriber is accepted', {
      isSubscriber: (value) => typeof value === 'number' || hasLength(value, 0, 128),
    }),
    respondWhen(
      'submitFeedback',
      'a missing body is accepted',
      ({ method, body }) => method === 'POST' && body.length === 0,
      accepted,
    ),
  ),
  ...declareFaults(
    ['positive_data_acceptance'],
    respondWhen(
      'getBrief',
      'braces are rejected',
      ({ path, method }) => method === 'GET' && path.includes('{'),
      errorResponse(400, 'Braces are not allowed.'),
    ),
    changeRules('getBrief', 'an existing brief is not found', { briefs: {} }),
    changeRules('submitFeedback', 'lengths are counted in UTF-16 code units', {
      isText: (value) => hasLength(value, 1, 500) && String(value).length <= 500,
    }),
    changeRules('submitFeedback', 'lengths are counted in bytes', {
      isSubject: (value) => hasLength(value, 1, 100) && Buffer.byteLength(String(value)) <= 100,
    }),
    changeRules('submitFeedback', 'a blank text is rejected', {
      isText: (value) => hasLength(value, 1, 500) && String(value).trim() !== '',
    }),
    changeRules('submitFeedback', 'a text of 500 characters is rejected', {
      isText: (value) => hasLength(value, 1, 499),
    }),
    changeRules('submitFeedback', 'a number is rejected as subscriber', {
      isSubscriber: (value) => hasLength(value, 1, 128),
    }),
    changeRules('signIn', 'correct credentials are rejected', { passwords: {} }),
  ),
  ...declareFaults(
    ['unsupported_method'],
    changeResponse('getBrief', 'a 405 has no Allow header', 405, { headers: {} }),
    changeResponse('getBrief', 'Allow does not list GET', 405, { headers: { Allow: 'HEAD' } }),
    respondWhen('getBrief', 'DELETE is accepted', ({ method }) => method === 'DELETE', deleted),
    changeResponse('submitFeedback', 'an undeclared method returns 404', 405, { status: 404 }),
  ),
  ...declareFaults(
    ['unsupported_media_type'],
    changeRules('submitFeedback', 'XML is accepted', {
      mediaTypes: ['application/json', 'application/xml'],
    }),
    changeResponse('submitFeedback', 'XML returns 400', 415, errorResponse(400, 'Not JSON.')),
    changeResponse('signIn', 'another media type returns 400', 415, errorResponse(400, 'No form.')),
  ),
  ...declareFaults(
    ['ignored_auth', 'link_conformance'],
    changeRules('getCurrentUser', 'no session is needed', { isSession: () => true }),
    changeRules('getCurrentUser', 'any cookie is accepted', {
      isSession: (id) => id !== undefined,
    }),
  ),
  ...declareFaults(
    ['negative_data_rejection', 'ignored_auth'],
    respondWhen(
      'signIn',
      'a missing password is accepted',
      ({ method, body }) => method === 'POST' && body.length > 0 && !body.includes('password'),
      signedIn,
    ),
  ),
  ...declareFaults(
    ['link_conformance', 'ignored_auth'],
    changeRules('getCurrentUser', 'a sign-out does not end the session', {
      endSession: () => {},
    }),
  ),
  ...declareFaults(
    ['link_conformance'],
    changeRules('getCurrentUser', 'a sign-in sets no cookie', { signInHeaders: () => ({}) }),
  ),
  ...declareFaults(
    ['positive_data_acceptance', 'link_conformance'],
    changeRules('getCurrentUser', 'a valid session is not recognized', {
      isSession: () => false,
    }),
  ),
];
