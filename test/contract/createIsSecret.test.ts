import { expect, test } from 'vitest';
import { createIsSecret, type IsSecret } from '#contract';
import { contractOf } from '../oneOperation.ts';

const text = { type: 'string' };
const password = { type: 'string', format: 'password' };

/** Declares names otherwise than their words say. */
const contract = contractOf(
  {
    security: [{ key: [], session: [] }],
    parameters: [
      { name: 'Page-Key', in: 'header', schema: text },
      { name: 'Set-Cookie', in: 'header', schema: text },
      { name: 'X-Pin', in: 'header', schema: password },
      { name: 'token', in: 'query', schema: text },
      { name: 'code', in: 'query', schema: text },
    ],
    requestBody: {
      content: {
        'application/json': {
          schema: {
            properties: {
              secret: text,
              pin: { anyOf: [password, { type: 'null' }] },
              answers: { type: 'array', items: { ...text, writeOnly: true } },
              profile: { properties: { phrase: { $ref: '#/components/schemas/Phrase' } } },
            },
          },
        },
      },
    },
    responses: { 200: { description: 'Done.', headers: { 'Password-Expired': { schema: text } } } },
  },
  {
    components: {
      schemas: { Phrase: password },
      securitySchemes: {
        key: { type: 'apiKey', in: 'header', name: 'X-Tenant' },
        session: { type: 'apiKey', in: 'cookie', name: 'SID' },
      },
    },
  },
);

const isSecret = createIsSecret(contract);
const isSecretUndeclared = createIsSecret(contractOf({ responses: {} }));

/** Returns the values, each as `place name`, that are secret. */
const secretOf = (decide: IsSecret, values: readonly string[]) =>
  values.filter((value) => {
    const [place = '', name = ''] = value.split(' ');
    return decide(name, place as Parameters<IsSecret>[1]);
  });

test('what a contract declares is as it says, in any case', () => {
  const secret = ['header x-pin', 'header x-tenant', 'body pin', 'body answers', 'body phrase'];
  const others = [
    'header page-key',
    'header password-expired',
    'query token',
    'query code',
    'body secret',
    'body profile',
  ];
  expect(secretOf(isSecret, [...others, ...secret])).toEqual(secret);
});

test('a secret of the contract is one in every other place, also as a part of a name', () => {
  const values = [
    'header pin',
    'query X-TENANT',
    'query sid',
    'query user[PIN]',
    'body user.phrase',
    'body sid',
  ];
  expect(secretOf(isSecret, values)).toEqual(values);
});

test('cookies and credentials are secret whatever a contract says', () => {
  const values = [
    'header set-cookie',
    'header cookie',
    'header authorization',
    'header proxy-authorization',
  ];
  expect(secretOf(isSecret, values)).toEqual(values);
});

test('an undeclared name is secret if one of its words is', () => {
  const values = [
    'header x-api-key',
    'header apikey',
    'header ocp-apim-subscription-key',
    'header x-functions-key',
    'header x-rapidapi-proxy-secret',
    'header x-goog-iap-jwt-assertion',
    'header cf-access-client-secret',
    'header x-amzn-oidc-accesstoken',
    'header x-amzn-oidc-data',
    'header x-amz-security-token',
    'header x-forwarded-access-token',
    'header x-hub-signature-256',
    'header private-token',
    'header x-xsrf-token',
    'header x-session-id',
    'query subscription-key',
    'query X-Amz-Signature',
    'query X-Amz-Credential',
    'query AWSAccessKeyId',
    'query sig',
    'query jsessionid',
    'query user[password]',
    'query SAMLResponse',
    'query code_verifier',
    'query client_assertion',
    'body id_token',
    'body apiKey',
    'body APIKey',
    'body secret',
    'body newPassword',
    'body newpassword',
    'body password2',
    'body sessionId',
    'body sessionid',
    'body _csrf',
    'body jwt',
    'body credentials',
  ];
  expect(secretOf(isSecretUndeclared, values)).toEqual(values);
});

test('a name with another word, or with a row of its own, is not secret', () => {
  const values = [
    'header idempotency-key',
    'header x-idempotency-key',
    'header surrogate-key',
    'header x-cache-key',
    'header sec-websocket-key',
    'header access-control-allow-credentials',
    'header www-authenticate',
    'header x-oauth-scopes',
    'header x-correlation-id',
    'header x-forwarded-for',
    'query nextPageToken',
    'query continuation_token',
    'query keyword',
    'query search',
    'query sid',
    'body author',
    'body monkey',
    'body keyboard',
    'body tokens',
    'body total_tokens',
    'body token_type',
    'body expires_in',
    'body primaryKey',
    'body publicKey',
    'body siteKey',
    'body passwordExpired',
    'body cookieConsent',
    'body authenticated',
  ];
  expect(secretOf(isSecretUndeclared, values)).toEqual([]);
});

test('a code is secret in the URL of a redirect alone', () => {
  const secret = ['query code', 'query ticket'];
  const others = ['query country_code', 'body code', 'header x-code'];
  expect(secretOf(isSecretUndeclared, [...secret, ...others])).toEqual(secret);
});
