import * as z from 'zod';
import type { Settings } from '../../client/settings.ts';
import { StartupError } from '../StartupError.ts';
import { environmentSchema } from './environment.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

type VariableName = keyof typeof environmentSchema.shape;

export type Config = Readonly<ReturnType<typeof toConfig>>;

/**
 * Parses the environment. A blank variable counts as not set. Business values have no default, so that
 * no subscriber is ever sent to an example address.
 *
 * @example
 * const config = parseConfig(process.env);
 *
 * @throws {StartupError} that lists every problem, one for each variable
 */
export function parseConfig(env: Environment): Config {
  const values = Object.fromEntries(
    Object.keys(environmentSchema.shape).map((name) => [name, env[name]?.trim() || undefined]),
  );
  const { data, error } = environmentSchema.safeParse(values);
  const problems = describeProblems(error?.issues ?? [], values);
  if (data && problems.length === 0) return deepFreeze(toConfig(data));

  throw new StartupError(['Invalid configuration:', ...problems].join('\n  - '));
}

function toConfig(data: z.output<typeof environmentSchema>) {
  return {
    /** The address to listen on; undefined for all of them. */
    host: data.HOST,
    /** The port to listen on; 0 selects any free one. */
    port: data.PORT,
    /** The backend that proxied requests are sent to, without a trailing slash. */
    backendUrl: data.BACKEND_URL,
    /** Path prefixes that are proxied, each with a leading and without a trailing slash. */
    proxyPaths: data.PROXY_PATHS,
    /** The time limit of a whole call to the backend, from connecting to the last byte of the response. */
    proxyTimeoutMs: data.PROXY_TIMEOUT_MS,
    /** The number of client connections that may be open at the same time. */
    maxConnections: data.MAX_CONNECTIONS,
    /** The number of proxied requests that may be in flight at the same time. */
    maxInFlight: data.MAX_IN_FLIGHT,
    /** The time for which an idle client connection is kept. */
    keepAliveTimeoutMs: data.KEEP_ALIVE_TIMEOUT_MS,
    /** The number of trusted proxies in front of the host. */
    trustedProxyHops: data.TRUSTED_PROXY_HOPS,
    /** The headers that the trusted proxies set or remove, so that no client can set them. */
    trustedForwardedHeaders: data.TRUSTED_FORWARDED_HEADERS,
    /** Headers of clients that are forwarded besides the usual ones, in lower case. */
    forwardedRequestHeaders: data.FORWARDED_REQUEST_HEADERS,
    /** Headers of the backend's responses that are forwarded besides the usual ones, in lower case. */
    forwardedResponseHeaders: data.FORWARDED_RESPONSE_HEADERS,
    /** Names of cookies that are not forwarded, or their beginnings followed by `*`. */
    droppedCookies: data.DROPPED_COOKIES,
    /** Paths whose responses have the backend's content security policy alone, if it sends one. */
    backendPolicyPaths: data.BACKEND_POLICY_PATHS,
    /** The URL, or the path on the host, to which browsers report violations of the content security policy. */
    cspReportUrl: data.CSP_REPORT_URL,
    logLevel: data.LOG_LEVEL,
    /** The port of the Prometheus metrics; undefined turns them off. */
    metricsPort: data.METRICS_PORT,
    /** The time for which the host serves after a shutdown signal, until load balancers have noticed. */
    drainDelayMs: data.DRAIN_DELAY_MS,
    /** The time in which requests in flight must complete after `drainDelayMs`. */
    drainTimeoutMs: data.DRAIN_TIMEOUT_MS,
    /** The path of the provider's logo, an SVG or PNG image. */
    logoFile: data.LOGO_FILE,
    /** The settings that are embedded in the documents for the client. */
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
      nextSteps: data.NEXT_STEPS,
      captcha: { siteKey: data.RECAPTCHA_SITE_KEY, scriptUrl: data.RECAPTCHA_SCRIPT_URL },
    } satisfies Settings,
  };
}

/** The time for which the page waits for a response, as in client/api/abortAfter.ts. */
const pageTimeoutMs = 30_000;

/** Returns a sentence for each valid setting of the environment that contradicts another one. */
export function findConfigWarnings(config: Config, env: Environment): string[] {
  const { drainTimeoutMs, proxyTimeoutMs, maxConnections, maxInFlight } = config;
  const warnings: string[] = [];
  for (const name of Object.keys(environmentSchema.shape)) {
    if (!/\s#\s/.test(env[name] ?? '')) continue;

    warnings.push(`${name}: contains " # "; docker run --env-file keeps a comment behind a value`);
  }
  if (proxyTimeoutMs >= pageTimeoutMs) {
    warnings.push(
      `PROXY_TIMEOUT_MS: expected less than ${pageTimeoutMs}, after which the page no longer waits, got ${proxyTimeoutMs}`,
    );
  }
  if (config.trustedProxyHops === 0 && env.TRUSTED_FORWARDED_HEADERS?.trim()) {
    warnings.push(
      'TRUSTED_FORWARDED_HEADERS: expected TRUSTED_PROXY_HOPS of at least 1, got 0; these headers are ignored',
    );
  }
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

/** Describes the first problem of each variable; a later one may be its consequence. */
function describeProblems(issues: readonly z.core.$ZodIssue[], values: Environment): string[] {
  const problems = new Map<string, string>();
  for (const [name, value = ''] of Object.entries(values)) {
    const [, , unquoted] = value.match(/^(["'])((?:(?!\1).)*)\1$/s) ?? [];
    if (unquoted !== undefined) problems.set(name, describeQuotes(name, unquoted));
  }
  for (const issue of issues) {
    const name = issue.path[0] as VariableName;
    if (!problems.has(name)) problems.set(name, describeProblem(name, values[name], issue));
  }
  return [...problems.values()];
}

/** Describes a value in quotes, which `node --env-file` and shells remove, but docker keeps. */
function describeQuotes(name: string, unquoted: string): string {
  const line = `${name}=${hideSecrets(unquoted) ?? '…'}`;
  return `${name}: expected a value without quotes, which docker run --env-file keeps; write ${line}`;
}

function describeProblem(
  name: VariableName,
  value: string | undefined,
  issue: z.core.$ZodIssue,
): string {
  const schema = environmentSchema.shape[name];
  const isWrapped = schema instanceof z.ZodDefault || schema instanceof z.ZodOptional;
  const described = (isWrapped ? schema.unwrap() : schema).description;
  const special = issue.code === 'custom' ? issue.params?.expected : undefined;
  const expected = `expected ${special ?? described}`;
  if (value === undefined) return `${name}: required, ${expected}`;

  const shown = hideSecrets(value);
  const got = shown === undefined ? 'a value that may contain a password' : `"${shown}"`;
  return `${name}: ${expected}, got ${got}${describeServiceLink(name, value)}`;
}

/** Explains a variable such as `METRICS_PORT` that Kubernetes sets for each Service of the namespace, or returns ''. */
function describeServiceLink(name: string, value: string): string {
  const [, service] = name.match(/^(.+)_PORT$/) ?? [];
  if (service === undefined || !value.startsWith('tcp://')) return '';

  return `, which Kubernetes sets for the Service "${service.toLowerCase()}"; set enableServiceLinks: false in the pod`;
}

/** Hides the query or fragment of a URL, which may contain a key. Returns undefined if there may be a password. */
function hideSecrets(value: string): string | undefined {
  return value.includes('@') ? undefined : value.replace(/([?#]).+$/s, '$1…');
}

function deepFreeze<Value extends object>(value: Value): Value {
  for (const inner of Object.values(value)) {
    if (typeof inner === 'object' && inner !== null) deepFreeze(inner);
  }
  return Object.freeze(value);
}
