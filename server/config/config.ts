import * as z from 'zod';
import type { Settings } from '../../client/settings.ts';
import { StartupError } from '../StartupError.ts';
import { environmentSchema, type forwardedHeaders, type logLevels } from './environment.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

type VariableName = keyof typeof environmentSchema.shape;

export type LogLevel = (typeof logLevels)[number];

export type ForwardedHeader = (typeof forwardedHeaders)[number];

export interface Config {
  /** The address to listen on. */
  host: string;
  /** 0 selects any free port. */
  port: number;
  /** The backend that proxied requests are sent to, without a trailing slash. */
  backendUrl: string;
  /** Path prefixes that are proxied, each with a leading and without a trailing slash. */
  proxyPaths: readonly string[];
  /** Limits a whole call to the backend, from connecting to the last byte of the response. */
  proxyTimeoutMs: number;
  /** Client connections that may be open at the same time. */
  maxConnections: number;
  /** Proxied requests that may be in flight at the same time. */
  maxInFlight: number;
  /** The number of trusted proxies in front of the host. */
  trustedProxyHops: number;
  /** The headers that these proxies set or remove, so that no client can. */
  trustedForwardedHeaders: readonly ForwardedHeader[];
  /** Headers of the backend's responses that are forwarded besides the usual ones, in lower case. */
  forwardedResponseHeaders: readonly string[];
  /** Where browsers report violations of the content security policy: a URL, or a path on the host. */
  cspReportUrl: string | undefined;
  logLevel: LogLevel;
  /** The port of the Prometheus metrics; undefined turns them off. */
  metricsPort: number | undefined;
  /** How long to keep serving after a shutdown signal, until load balancers have noticed. */
  drainDelayMs: number;
  /** How long requests in flight may then take. */
  drainTimeoutMs: number;
  /** The part that is embedded in the document for the client. */
  settings: Settings;
}

/** Lists every problem of the environment, one for each variable. */
export class ConfigError extends StartupError {
  override name = 'ConfigError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(['Invalid configuration:', ...problems.map((problem) => `  - ${problem}`)].join('\n'));
    this.problems = problems;
  }
}

/**
 * Parses the environment. A blank variable counts as not set. Business values have no default, so that
 * no subscriber is ever sent to an example address.
 *
 * @example
 * const config = parseConfig(process.env);
 *
 * @throws {ConfigError} that lists every problem
 */
export function parseConfig(env: Environment): Readonly<Config> {
  const values = Object.fromEntries(
    Object.keys(environmentSchema.shape).map((name) => [name, env[name]?.trim() || undefined]),
  );
  const { data, error } = environmentSchema.safeParse(values);
  if (error) {
    const names = new Set(error.issues.map(({ path }) => path[0] as VariableName));
    throw new ConfigError([...names].map((name) => describeProblem(name, values[name])));
  }
  return deepFreeze<Config>({
    host: data.HOST,
    port: data.PORT,
    backendUrl: data.BACKEND_URL,
    proxyPaths: data.PROXY_PATHS,
    proxyTimeoutMs: data.PROXY_TIMEOUT_MS,
    maxConnections: data.MAX_CONNECTIONS,
    maxInFlight: data.MAX_IN_FLIGHT,
    trustedProxyHops: data.TRUSTED_PROXY_HOPS,
    trustedForwardedHeaders: data.TRUSTED_FORWARDED_HEADERS,
    forwardedResponseHeaders: data.FORWARDED_RESPONSE_HEADERS,
    cspReportUrl: data.CSP_REPORT_URL,
    logLevel: data.LOG_LEVEL,
    metricsPort: data.METRICS_PORT,
    drainDelayMs: data.DRAIN_DELAY_MS,
    drainTimeoutMs: data.DRAIN_TIMEOUT_MS,
    settings: {
      providerName: data.PROVIDER_NAME,
      newsletterHost: data.NEWSLETTER_HOST,
      mainSiteHost: data.MAIN_SITE_HOST,
      studioName: data.STUDIO_NAME,
      studioPath: data.STUDIO_PATH,
      campaignCode: data.CAMPAIGN_CODE,
      specialSubscriberId: data.SPECIAL_SUBSCRIBER_ID,
      termsUrl: data.TERMS_URL,
      californiaPrivacyUrl: data.CALIFORNIA_PRIVACY_URL,
      socialLinks: data.SOCIAL_LINKS,
      postalAddress: data.POSTAL_ADDRESS,
      captcha: { siteKey: data.RECAPTCHA_SITE_KEY, scriptUrl: data.RECAPTCHA_SCRIPT_URL },
    },
  });
}

/** Returns a sentence for each valid setting that contradicts another one. */
export function findConfigWarnings(config: Config): string[] {
  const { drainTimeoutMs, proxyTimeoutMs, maxConnections, maxInFlight } = config;
  const warnings: string[] = [];
  if (drainTimeoutMs <= proxyTimeoutMs) {
    warnings.push(
      `DRAIN_TIMEOUT_MS: expected more than PROXY_TIMEOUT_MS (${proxyTimeoutMs}), got ${drainTimeoutMs}; a shutdown may abort requests in flight`,
    );
  }
  if (maxConnections <= maxInFlight) {
    warnings.push(
      `MAX_CONNECTIONS: expected more than MAX_IN_FLIGHT (${maxInFlight}), got ${maxConnections}; a slow backend may prevent health checks`,
    );
  }
  return warnings;
}

/** Omits a value that may contain a password, and the query or fragment of a URL, which may contain a key. */
function describeProblem(name: VariableName, value: string | undefined): string {
  const schema = environmentSchema.shape[name];
  const isWrapped = schema instanceof z.ZodDefault || schema instanceof z.ZodOptional;
  const expected = `expected ${(isWrapped ? schema.unwrap() : schema).description}`;
  if (value === undefined) return `${name}: required, ${expected}`;
  const got = value.includes('@')
    ? 'a value that may contain a password'
    : `"${value.replace(/([?#]).+$/s, '$1…')}"`;
  return `${name}: ${expected}, got ${got}`;
}

function deepFreeze<Value extends object>(value: Value): Value {
  for (const inner of Object.values(value)) {
    if (typeof inner === 'object' && inner !== null) deepFreeze(inner);
  }
  return Object.freeze(value);
}
