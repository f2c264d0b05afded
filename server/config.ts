import type { Settings } from '../client/settings.ts';
import { ConfigError } from './configError.ts';
import { type Environment, readEnvironment } from './readEnvironment.ts';

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

export interface Config {
  /** The address to listen on. */
  host: string;
  /** 0 takes any free port. */
  port: number;
  /** Where the proxied paths go; without a trailing slash. */
  backendUrl: string;
  /** Path prefixes passed on to the backend, each with a leading and without a trailing slash. */
  proxyPaths: readonly string[];
  /** How long the backend may take for a whole answer, connecting included. */
  proxyTimeoutMs: number;
  /** How many proxies of ours stand in front: their `X-Forwarded-*` entries are believed. */
  trustedProxyHops: number;
  logLevel: LogLevel;
  /** Where Prometheus may read figures; nowhere when undefined. */
  metricsPort: number | undefined;
  /** How long to go on taking requests once told to stop, until load balancers have noticed. */
  drainDelayMs: number;
  /** How long what is in flight may then take. */
  drainTimeoutMs: number;
  /** What the browser gets to know. */
  settings: Settings;
}

/**
 * Reads the host's configuration. A blank variable counts as not set. Business values have no
 * default, so that no subscriber is ever led to an example address.
 * @throws {ConfigError} that lists every fault at once
 */
export function parseConfig(env: Environment): Readonly<Config> {
  const read = readEnvironment(env);
  const config: Config = {
    host: read.text('HOST', '0.0.0.0'),
    port: read.port('PORT', 3000),
    backendUrl: read.baseUrl('BACKEND_URL'),
    proxyPaths: read.pathPrefixes('PROXY_PATHS', ['/rest', '/jsp']),
    proxyTimeoutMs: read.wholeNumber('PROXY_TIMEOUT_MS', { from: 1, to: 600_000 }, 20_000),
    trustedProxyHops: read.wholeNumber('TRUSTED_PROXY_HOPS', { from: 0, to: 10 }, 0),
    logLevel: read.oneOf('LOG_LEVEL', logLevels, 'info'),
    metricsPort: read.optionalPort('METRICS_PORT'),
    drainDelayMs: read.wholeNumber('DRAIN_DELAY_MS', { from: 0, to: 600_000 }, 0),
    drainTimeoutMs: read.wholeNumber('DRAIN_TIMEOUT_MS', { from: 0, to: 600_000 }, 25_000),
    settings: {
      providerName: read.text('PROVIDER_NAME'),
      newsletterHost: read.baseUrl('NEWSLETTER_HOST'),
      mainSiteHost: read.baseUrl('MAIN_SITE_HOST'),
      studioName: read.text('STUDIO_NAME'),
      studioPath: read.relativePath('STUDIO_PATH'),
      campaignCode: read.text('CAMPAIGN_CODE'),
      specialSubscriberId: read.routeId('SPECIAL_SUBSCRIBER_ID'),
      termsUrl: read.url('TERMS_URL'),
      californiaPrivacyUrl: read.url('CALIFORNIA_PRIVACY_URL'),
      socialLinks: read.namedUrls('SOCIAL_LINKS'),
      postalAddress: read.text('POSTAL_ADDRESS'),
      captcha: {
        siteKey: read.text('RECAPTCHA_SITE_KEY'),
        scriptUrl: read.urlOrPath(
          'RECAPTCHA_SCRIPT_URL',
          'https://www.google.com/recaptcha/enterprise.js',
        ),
      },
    },
  };
  if (read.faults.length > 0) throw new ConfigError(read.faults);
  return deepFreeze(config);
}

function deepFreeze<Value extends object>(value: Value): Value {
  for (const inner of Object.values(value)) {
    if (typeof inner === 'object' && inner !== null) deepFreeze(inner);
  }
  return Object.freeze(value);
}
