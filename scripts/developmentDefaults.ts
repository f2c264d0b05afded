import type { Environment } from '../server/readEnvironment.ts';

const exampleValues = {
  // A line for each request would bury the addresses to open.
  LOG_LEVEL: 'warn',
  NEWSLETTER_HOST: 'https://newsletters.example.com',
  MAIN_SITE_HOST: 'https://www.example.com',
  STUDIO_PATH: 'studio',
  STUDIO_NAME: 'Briefly Studio',
  PROVIDER_NAME: 'Briefly',
  CAMPAIGN_CODE: 'feedback-page',
  SPECIAL_SUBSCRIBER_ID: '0FEEDBAC-0000-4000-8000-00000000ABCD',
  TERMS_URL: 'https://parent.example.com/terms-and-conditions',
  CALIFORNIA_PRIVACY_URL: 'https://parent.example.com/california-privacy-rights',
  SOCIAL_LINKS:
    'LinkedIn=https://social.example.com/linkedin/briefly, Facebook=https://social.example.com/facebook/briefly, X=https://social.example.com/x/briefly',
  POSTAL_ADDRESS: 'Briefly, 1 Example Street, Springfield, IL 62701, USA',
} as const;

/** What makes the mock stack whole: its pages pass through the host, its captcha stands in. */
const mockValues = {
  PROXY_PATHS: '/rest,/jsp,/mock',
  RECAPTCHA_SCRIPT_URL: '/mock/captcha/enterprise.js',
  RECAPTCHA_SITE_KEY: 'stand-in-site-key',
} as const;

/**
 * The environment with development values where it has none. Without `BACKEND_URL` the mock at
 * `mockUrl` is the backend. With it nothing of the mock is filled in, the captcha included: a real
 * backend verifies with Google, so `RECAPTCHA_SITE_KEY` has to be given.
 */
export function developmentDefaults(env: Environment, mockUrl?: string): Environment {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
  if (given.BACKEND_URL || mockUrl === undefined) return { ...exampleValues, ...given };
  return { ...exampleValues, ...mockValues, BACKEND_URL: mockUrl, ...given };
}
