import { type Config, parseConfig } from '../../server/config.ts';
import type { Environment } from '../../server/readEnvironment.ts';

/** A whole environment of a production host, each value unlike any default. */
export const productionEnvironment = {
  BACKEND_URL: 'http://backend.internal:8080',
  NEWSLETTER_HOST: 'https://letters.test',
  MAIN_SITE_HOST: 'https://main.test',
  STUDIO_PATH: 'workshop',
  STUDIO_NAME: 'The Workshop',
  PROVIDER_NAME: 'Provider',
  CAMPAIGN_CODE: 'campaign',
  SPECIAL_SUBSCRIBER_ID: 'nobody',
  TERMS_URL: 'https://parent.test/terms',
  CALIFORNIA_PRIVACY_URL: 'https://parent.test/california',
  SOCIAL_LINKS: 'One=https://one.test/us, Two=https://two.test/us',
  POSTAL_ADDRESS: '1 Street, Town',
  RECAPTCHA_SITE_KEY: 'site-key',
} as const satisfies Environment;

/** A configuration on any free port, for a backend at `backendUrl`. */
export function hostConfig(backendUrl: string, env: Environment = {}): Config {
  return parseConfig({
    ...productionEnvironment,
    BACKEND_URL: backendUrl,
    HOST: '127.0.0.1',
    PORT: '0',
    LOG_LEVEL: 'silent',
    ...env,
  });
}

/** No port of this machine where something listens. */
export const nowhere = 'http://127.0.0.1:1';
