import { expect, test } from 'vitest';
import { describeSendError } from '../../verifier/send/describeSendError.ts';

test.each([
  [
    'ERR_TLS_CERT_ALTNAME_INVALID',
    /^The server's certificate is for another host name \([A-Z_]+\)\.$/,
  ],
  ['CERT_HAS_EXPIRED', /^The server's certificate has expired \([A-Z_]+\)\.$/],
  ['SELF_SIGNED_CERT_IN_CHAIN', /^The server's certificate is not trusted .* NODE_EXTRA_CA_CERTS/],
])('%s is described with what to do', (code, expected) => {
  const error = Object.assign(new Error(code), { code });
  expect(describeSendError(error, { isConnected: false, hasStatus: false })).toMatch(expected);
});
