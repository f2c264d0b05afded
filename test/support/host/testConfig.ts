import { type Config, type Environment, parseConfig } from '../../../server/config/config.ts';

/** A complete production environment in which every value differs from the defaults. */
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

/** Creates the configuration of a host on a free port, in front of the backend at `backendUrl`. */
export function testConfig(backendUrl: string, env: Environment = {}): Config {
  return parseConfig({
    ...productionEnvironment,
    BACKEND_URL: backendUrl,
    HOST: '127.0.0.1',
    PORT: '0',
    LOG_LEVEL: 'silent',
    ...env,
  });
}

/** The URL of a backend that refuses connections. */
export const unreachableUrl = 'http://127.0.0.1:1';
