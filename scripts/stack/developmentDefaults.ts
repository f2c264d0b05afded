import type { Environment } from '../../server/config/config.ts';

const exampleValues = {
  // At info, one line per request would scroll the URLs out of view.
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
  NEXT_STEPS:
    'An editor of {brief} reads it, usually the same day. | A reply comes to the address that gets the newsletter. | Only the editors see it. It is never published without asking you.',
} as const;

/** The settings for the mock's console and stand-in for the captcha. */
const mockValues = {
  PROXY_PATHS: '/rest,/jsp',
  // The console runs scripts.
  BACKEND_POLICY_PATHS: '/mock',
  RECAPTCHA_SCRIPT_URL: '/mock/captcha/enterprise.js',
  RECAPTCHA_SITE_KEY: 'stand-in-site-key',
} as const;

/**
 * Adds development values for settings that are missing or blank in the environment. Without `BACKEND_URL` the mock at
 * `mockUrl` becomes the backend. With it, no value of the mock is added: a real backend verifies captcha responses with
 * Google, so `RECAPTCHA_SITE_KEY` must be set.
 */
export function developmentDefaults(env: Environment, mockUrl?: string): Environment {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
  if (given.BACKEND_URL || mockUrl === undefined) return { ...exampleValues, ...given };

  const all = { ...exampleValues, ...mockValues, BACKEND_URL: mockUrl, ...given };
  // The page needs /mock for the captcha stand-in.
  return { ...all, PROXY_PATHS: `${all.PROXY_PATHS},/mock` };
}
