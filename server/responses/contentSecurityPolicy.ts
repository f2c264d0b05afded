import { createHash } from 'node:crypto';
import type { DocumentFiles } from '../../client/document.tsx';
import type { Config } from '../config/config.ts';

type Directives = Record<string, readonly string[]>;

/** The policy of every response but the documents: a browser that opens such a response runs and loads nothing. */
export const inertPolicy = formatPolicy({
  'default-src': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
  'base-uri': ["'none'"],
  sandbox: [],
});

/** The name of the endpoint to which `report-to` sends violations. */
const reportGroup = 'csp';

/** Returns the headers that define the policy of the documents. */
export function createDocumentPolicyHeaders(
  config: Config,
  files: DocumentFiles,
): Record<string, string> {
  const policy = { 'Content-Security-Policy': createDocumentPolicy(config, files) };
  if (config.cspReportUrl === undefined) return policy;

  return { ...policy, 'Reporting-Endpoints': `${reportGroup}="${config.cspReportUrl}"` };
}

/**
 * Creates the policy of the documents. The captcha's sources are derived from the URL of its script.
 * The inline script and the inline stylesheet are allowed by their hashes, so that the document is the
 * same for every request. The script may load further scripts, as the captcha does; `https:` and
 * `'unsafe-inline'` are for browsers without `'strict-dynamic'` and are ignored by all others. The captcha
 * positions its challenge with style attributes.
 */
function createDocumentPolicy(
  { settings, cspReportUrl }: Config,
  { loader, stylesheet }: DocumentFiles,
): string {
  const { scriptUrl } = settings.captcha;
  const captcha = scriptUrl.startsWith('/') ? "'self'" : new URL('.', scriptUrl).href;
  const challenge =
    captcha === 'https://www.google.com/recaptcha/'
      ? ['https://recaptcha.google.com/recaptcha/']
      : [];
  const directives: Directives = {
    'default-src': ["'none'"],
    'script-src': [hashSource(loader), "'strict-dynamic'", 'https:', "'unsafe-inline'"],
    'script-src-attr': ["'none'"],
    'style-src': [hashSource(stylesheet)],
    'style-src-attr': ["'unsafe-inline'"],
    'img-src': ["'self'", 'data:'],
    'connect-src': [...new Set(["'self'", captcha])],
    'frame-src': [captcha, ...challenge],
    'form-action': ["'none'"],
    'frame-ancestors': ["'none'"],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
  };
  if (cspReportUrl === undefined) return formatPolicy(directives);

  // Firefox reads only `report-uri`.
  const reporting = { 'report-uri': [cspReportUrl], 'report-to': [reportGroup] };
  return formatPolicy({ ...directives, ...reporting });
}

function hashSource(inlineText: string): string {
  return `'sha256-${createHash('sha256').update(inlineText).digest('base64')}'`;
}

function formatPolicy(directives: Directives): string {
  return Object.entries(directives)
    .map(([directive, sources]) => [directive, ...sources].join(' '))
    .join('; ');
}
