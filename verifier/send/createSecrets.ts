import { createIsSecret } from '#contract';
import type { VerifyOptions } from '../model.ts';
import { SecretMask } from './SecretMask.ts';

/** Creates a mask for the secrets of the options, with variables such as `$X_KEY` for headers. */
export function createSecrets({ contract, credentials, headers }: VerifyOptions): SecretMask {
  const isSecret = createIsSecret(contract);
  const secrets = new SecretMask();
  if (credentials) secrets.add(credentials.password, 'VERIFY_PASSWORD');

  for (const [name, value] of Object.entries(headers)) {
    if (isSecret(name, 'header')) secrets.add(value, name.toUpperCase().replace(/\W/g, '_'));
  }
  return secrets;
}
