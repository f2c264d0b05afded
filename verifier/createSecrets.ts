import { SecretMask } from './send/SecretMask.ts';
import type { VerifyOptions } from './verifyOptions.ts';

const secretHeader = /^(authorization|cookie|.*(key|token|secret).*)$/i;

/** A mask for the secrets of the options, with the names of variables that stand for them in commands. */
export function createSecrets({ credentials, headers }: VerifyOptions): SecretMask {
  const secrets = new SecretMask();
  if (credentials) secrets.add(credentials.password, 'VERIFY_PASSWORD');

  for (const [name, value] of Object.entries(headers)) {
    if (secretHeader.test(name)) secrets.add(value, name.toUpperCase().replace(/\W/g, '_'));
  }
  return secrets;
}
