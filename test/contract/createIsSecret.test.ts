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

/** Compares a table of `place name` with what the function says. */
function expectSecrets(decide: IsSecret, rows: Readonly<Record<string, boolean>>) {
  const found = Object.keys(rows).map((row) => {
    const [place = '', name = ''] = row.split(' ');
    return [row, decide(name, place as Parameters<IsSecret>[1])];
  });
  expect(Object.fromEntries(found)).toEqual(rows);
}

test('what a contract declares is as it says, in any case', () => {
  expectSecrets(isSecret, {
    'header page-key': false,
    'header password-expired': false,
    'header x-pin': true,
    'header x-tenant': true,
    'query token': false,
    'query code': false,
    'body secret': false,
    'body pin': true,
    'body answers': true,
    'body profile': false,
    'body phrase': true,
  });
});

test('a secret of the contract is one in every other place, also as a part of a name', () => {
  expectSecrets(isSecret, {
    'header pin': true,
    'query X-TENANT': true,
    'query sid': true,
    'query user[PIN]': true,
    'body user.phrase': true,
    'body sid': true,
  });
});

test('cookies and credentials are secret whatever a contract says', () => {
  expectSecrets(isSecret, {
    'header set-cookie': true,
    'header cookie': true,
    'header authorization': true,
    'header proxy-authorization': true,
  });
});

test('an undeclared name is secret if one of its words is', () => {
  expectSecrets(isSecretUndeclared, {
    'header x-api-key': true,
    'header apikey': true,
    'header ocp-apim-subscription-key': true,
    'header x-functions-key': true,
    'header x-rapidapi-proxy-secret': true,
    'header x-goog-iap-jwt-assertion': true,
    'header cf-access-client-secret': true,
    'header x-amzn-oidc-accesstoken': true,
    'header x-amzn-oidc-data': true,
    'header x-amz-security-token': true,
    'header x-forwarded-access-token': true,
    'header x-hub-signature-256': true,
    'header private-token': true,
    'header x-xsrf-token': true,
    'header x-session-id': true,
    'query subscription-key': true,
    'query X-Amz-Signature': true,
    'query X-Amz-Credential': true,
    'query AWSAccessKeyId': true,
    'query sig': true,
    'query jsessionid': true,
    'query user[password]': true,
    'query SAMLResponse': true,
    'query code_verifier': true,
    'query client_assertion': true,
    'body id_token': true,
    'body apiKey': true,
    'body APIKey': true,
    'body secret': true,
    'body newPassword': true,
    'body newpassword': true,
    'body password2': true,
    'body sessionId': true,
    'body sessionid': true,
    'body _csrf': true,
    'body jwt': true,
    'body credentials': true,
  });
});

test('a name with another word, or with a row of its own, is not secret', () => {
  expectSecrets(isSecretUndeclared, {
    'header idempotency-key': false,
    'header x-idempotency-key': false,
    'header surrogate-key': false,
    'header x-cache-key': false,
    'header sec-websocket-key': false,
    'header access-control-allow-credentials': false,
    'header www-authenticate': false,
    'header x-oauth-scopes': false,
    'header x-correlation-id': false,
    'header x-forwarded-for': false,
    'query nextPageToken': false,
    'query continuation_token': false,
    'query keyword': false,
    'query search': false,
    'query sid': false,
    'body author': false,
    'body monkey': false,
    'body keyboard': false,
    'body tokens': false,
    'body total_tokens': false,
    'body token_type': false,
    'body expires_in': false,
    'body primaryKey': false,
    'body publicKey': false,
    'body siteKey': false,
    'body passwordExpired': false,
    'body cookieConsent': false,
    'body authenticated': false,
  });
});

test('a code is secret in the URL of a redirect alone', () => {
  expectSecrets(isSecretUndeclared, {
    'query code': true,
    'query ticket': true,
    'query country_code': false,
    'body code': false,
    'header x-code': false,
  });
});
