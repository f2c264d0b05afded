// The named export `z` would add every locale to the bundle.
import * as z from 'zod';
import { isRouteId } from '../../client/routes.ts';
import { isUnder } from '../paths.ts';
import { defaultPort } from './defaultPort.ts';

/** The headers that a trusted proxy may set. */
const forwardedHeaders = [
  'x-forwarded-for',
  'x-forwarded-proto',
  'x-forwarded-host',
  'x-request-id',
] as const;

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const text = z.string().describe('text');

function wholeNumber(min: number, max: number) {
  return z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .pipe(z.number().min(min).max(max))
    .describe(`a whole number from ${min} to ${max}`);
}

const port = wholeNumber(0, 65_535);
const milliseconds = wholeNumber(0, 600_000);

const url = z
  .string()
  .regex(/^https?:\/\/[^\s\\]+$/i)
  .refine((value) => URL.canParse(value))
  .transform((value) => new URL(value))
  .refine(({ username, password }) => !username && !password)
  .transform(({ href }) => href)
  .describe('an absolute URL without credentials, such as https://www.example.com/terms');

/** Parses a URL to which paths are appended, without its trailing slashes. */
function baseUrl(example: string) {
  return z
    .string()
    .regex(/^[^?#]*$/)
    .pipe(url)
    .transform((href) => href.replace(/\/+$/, ''))
    .describe(`an absolute URL such as ${example}, without credentials or a query`);
}

/**
 * Parses a URL that the page requests: one with https, because browsers block http in the page, or a path
 * that the host proxies. Excludes the characters that end it in the content security policy or a header,
 * and those that a header cannot contain.
 */
function pageUrl(example: string) {
  return z
    .string()
    .regex(/^(?:\/(?!\/)|https:)[!-~]*$/i)
    .regex(/^[^\\;,"]*$/)
    .pipe(z.union([z.string().startsWith('/'), url]))
    .describe(
      `a URL with https, or a path under PROXY_PATHS such as ${example}, in ASCII without ; , " and \\`,
    );
}

const relativePath = z
  .string()
  .transform((value) => value.replace(/^\/+|\/+$/g, ''))
  .refine((path) => /^[\w\-.~]+(\/[\w\-.~]+)*$/.test(path))
  .refine((path) => !/(?:^|\/)\.+(?:\/|$)/.test(path))
  .describe('a path such as studio or partners/studio');

/** A prefix of proxied paths, which excludes those that the host serves itself. */
const pathPrefix = z
  .string()
  .startsWith('/')
  .pipe(relativePath)
  .refine((path) => !/^(?:app|health)(?:\/|$)/.test(path))
  .transform((path) => `/${path}`);

/** Parses values that are separated by commas. */
function list<Item extends z.ZodType<unknown, string>>(item: Item) {
  return z
    .string()
    .transform((value) => value.split(',').map((entry) => entry.trim()))
    .pipe(z.array(item));
}

const headerName = z.string().toLowerCase();

const pathPrefixes = list(pathPrefix).describe(
  'path prefixes such as /rest,/jsp, none of them empty, /, /app or /health',
);

const trustedHeaders = list(headerName.pipe(z.enum(forwardedHeaders))).describe(
  `a list of ${forwardedHeaders.join(', ')}`,
);

/** Matches the names of hop-by-hop headers, which are never forwarded. */
export const hopByHop = /^(?:connection|keep-alive|te|trailer|transfer-encoding|upgrade|proxy-.*)$/;

const endToEndHeader = headerName.regex(/^[a-z\d_-]+$/).refine((name) => !hopByHop.test(name));

const responseHeaders = list(endToEndHeader).describe(
  'a list of response headers such as x-total-count, none of them of the connection',
);

/** Matches the names of headers that the host sets itself in requests to the backend. */
const decidedByHost =
  /^(?:host|cookie|referer|expect|content-length|via|(?:x-)?forwarded|x-forwarded-(?:for|host|port|prefix|proto|server|ssl)|x-real-ip|x-request-id)$/;

const requestHeaders = list(endToEndHeader.refine((name) => !decidedByHost.test(name))).describe(
  'a list of request headers such as x-tenant-id, none of them of the connection, host, cookie, referer, content-length or of a proxy, such as x-forwarded-for',
);

const cookiePatterns = list(z.string().regex(/^(?:[^\s=;*]+\*?|\*)$/)).describe(
  'a list of names of cookies, or of their beginnings with *, such as _gid,_ga*',
);

const namedUrl = z
  .string()
  .transform((value) => value.split('='))
  .transform(([name = '', ...rest]) => ({ name: name.trim(), url: rest.join('=').trim() }))
  .pipe(z.object({ name: z.string().min(1), url }));

/** A list of `name=URL`. It is split only before `name=http…`, because a URL may contain commas. */
const namedUrls = z
  .union([
    z.literal('none').transform(() => []),
    z
      .string()
      .transform((value) => value.split(/,\s*(?=[^,=]+=\s*https?:)/i))
      .pipe(z.array(namedUrl)),
  ])
  .describe('"name=URL, name=URL", or "none"');

const nextStep = z
  .string()
  .max(120)
  .regex(/^(?:[^{}]|\{brief\})+$/);

const nextSteps = z
  .union([
    z.literal('none').transform(() => []),
    z
      .string()
      .transform((value) => value.split('|').map((sentence) => sentence.trim()))
      .pipe(z.array(nextStep).max(3)),
  ])
  .describe(
    'one to three sentences of at most 120 characters, separated by |, in braces only {brief}; or "none"',
  );

const variables = z.object({
  HOST: text.optional(),
  PORT: port.default(defaultPort),
  BACKEND_URL: baseUrl('https://backend.example.com'),
  PROXY_PATHS: pathPrefixes.default(['/rest', '/jsp']),
  PROXY_TIMEOUT_MS: wholeNumber(1, 600_000).default(20_000),
  MAX_CONNECTIONS: wholeNumber(1, 100_000).default(4_000),
  MAX_IN_FLIGHT: wholeNumber(1, 100_000).default(1_000),
  // 0 would keep connections forever.
  KEEP_ALIVE_TIMEOUT_MS: wholeNumber(1, 620_000).default(65_000),
  TRUSTED_PROXY_HOPS: wholeNumber(0, 10).default(0),
  TRUSTED_FORWARDED_HEADERS: trustedHeaders.default(['x-forwarded-for']),
  FORWARDED_REQUEST_HEADERS: requestHeaders.default([]),
  FORWARDED_RESPONSE_HEADERS: responseHeaders.default([]),
  DROPPED_COOKIES: cookiePatterns.default([]),
  BACKEND_POLICY_PATHS: pathPrefixes.default([]),
  LOG_LEVEL: z
    .enum(logLevels)
    .describe(`one of ${logLevels.join(', ')}`)
    .default('info'),
  METRICS_PORT: port.optional(),
  DRAIN_DELAY_MS: milliseconds.default(0),
  DRAIN_TIMEOUT_MS: milliseconds.default(25_000),
  PROVIDER_NAME: text,
  LOGO_FILE: text.optional(),
  NEWSLETTER_HOST: baseUrl('https://newsletters.example.com'),
  MAIN_SITE_HOST: baseUrl('https://www.example.com'),
  STUDIO_NAME: text,
  STUDIO_PATH: relativePath,
  CAMPAIGN_CODE: text,
  SPECIAL_SUBSCRIBER_ID: z
    .string()
    .refine(isRouteId)
    .describe('an id of 1 to 128 characters that are allowed in a path segment'),
  TERMS_URL: url,
  CALIFORNIA_PRIVACY_URL: url,
  SOCIAL_LINKS: namedUrls,
  POSTAL_ADDRESS: text,
  NEXT_STEPS: nextSteps.default([]),
  RECAPTCHA_SITE_KEY: z.string().describe('the site key of a reCAPTCHA Enterprise widget'),
  CSP_REPORT_URL: pageUrl('/rest/csp-reports').optional(),
  RECAPTCHA_SCRIPT_URL: pageUrl('/rest/captcha.js').default(
    'https://www.google.com/recaptcha/enterprise.js',
  ),
});

/**
 * The host's environment variables. A variable without a default is required; its description says what
 * is expected, or the problem does as `params.expected`. `.env.example` explains each variable.
 */
export const environmentSchema = variables.superRefine((env, context) => {
  const isProxied = (target: string) => env.PROXY_PATHS.some((path) => isUnder(path, target));
  for (const name of ['CSP_REPORT_URL', 'RECAPTCHA_SCRIPT_URL'] as const) {
    const value = env[name];
    if (value?.startsWith('/') && !isProxied(value)) {
      context.addIssue({ code: 'custom', path: [name] });
    }
  }
  if (!env.BACKEND_POLICY_PATHS.every(isProxied)) {
    const params = { expected: 'paths under PROXY_PATHS' };
    context.addIssue({ code: 'custom', path: ['BACKEND_POLICY_PATHS'], params });
  }
  if (env.METRICS_PORT === env.PORT && env.PORT !== 0) {
    const params = { expected: 'another port than PORT' };
    context.addIssue({ code: 'custom', path: ['METRICS_PORT'], params });
  }
});
