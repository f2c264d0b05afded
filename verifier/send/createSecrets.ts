import type { VerifyOptions } from '../model.ts';
import { SecretMask } from './SecretMask.ts';

const secretHeader = /^(authorization|cookie|.*(key|token|secret).*)$/i;

/** A mask for the secrets of the options, with the names of variables that stand for them in commands. */
export function createSecrets({
  credentials,
  headers,
}: Pick<VerifyOptions, 'credentials' | 'headers'>): SecretMask {
  const secrets = new SecretMask();
  if (credentials) secrets.add(credentials.password, 'VERIFY_PASSWORD');

  for (const [name, value] of Object.entries(headers)) {
    if (secretHeader.test(name)) secrets.add(value, toVariable(name));
  }
  return secrets;
}

/** The name of the variable that stands for a header or a cookie: `JSESSIONID`, `X_KEY`. */
export function toVariable(name: string): string {
  return name.toUpperCase().replace(/\W/g, '_');
}
