import type { VerifyOptions } from '../model.ts';
import { SecretMask } from './SecretMask.ts';

const secretHeader = /^(authorization|cookie|.*(key|token|secret).*)$/i;

/** A mask for the secrets of the options, with variables such as `$X_KEY` for headers. */
export function createSecrets({
  credentials,
  headers,
}: Pick<VerifyOptions, 'credentials' | 'headers'>): SecretMask {
  const secrets = new SecretMask();
  if (credentials) secrets.add(credentials.password, 'VERIFY_PASSWORD');

  for (const [name, value] of Object.entries(headers)) {
    if (secretHeader.test(name)) secrets.add(value, name.toUpperCase().replace(/\W/g, '_'));
  }
  return secrets;
}
