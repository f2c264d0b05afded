import { gzipSync } from 'node:zlib';
import { mask } from '#contract';
import { quote, type SecretMask } from './SecretMask.ts';
import { resolveTarget, type WireRequest } from './wireRequest.ts';

interface CurlOptions {
  url: URL;
  basePath: string;
  secrets: SecretMask;
}

/** Creates a bash command that sends the same bytes as a request, with variables in place of secrets. */
export function curlCommand(request: WireRequest, { url, basePath, secrets }: CurlOptions): string {
  const { method, headers, body, isChunked } = request;
  const words = [method === 'HEAD' ? 'curl -I' : `curl -i -X ${method}`];
  words.push('--path-as-is --globoff', ...tlsOptions(url));
  for (const [name, value] of Object.entries(headers)) {
    // curl drops a header without a value unless its name ends in a semicolon.
    words.push('-H', secrets.quote(value === '' ? `${name};` : `${name}: ${value}`));
  }
  if (isChunked) words.push(`-H 'Transfer-Encoding: chunked'`);

  if (body && isPrintable(body)) {
    words.push(...dataOptions(String(body), secrets));
  } else if (body && secrets.mask(String(body)) !== String(body)) {
    words.push(`--data-binary ${mask}`);
  } else if (body) {
    words.unshift(printCommand(body), '|');
    words.push('--data-binary @-');
  }
  const target = url.origin + resolveTarget(url, basePath, request.target);
  return [...words, secrets.quote(target)].join(' ');
}

/** Creates the options of curl for a body. It encodes the fields of an ordinary form, so that one can be a variable. */
function dataOptions(body: string, secrets: SecretMask): string[] {
  const fields = new URLSearchParams(body);
  // curl encodes an asterisk and a tilde in another way.
  const isOrdinary = String(fields) === body && !/\*|%7E/.test(body);
  if (!isOrdinary) return [`--data-binary ${secrets.quote(body)}`];

  return [...fields].map(
    ([name, value]) => `--data-urlencode ${secrets.quote(`${encodeURIComponent(name)}=${value}`)}`,
  );
}

/** Creates the options of curl for HTTP/1.1, and for the certificates of the environment. */
function tlsOptions({ protocol }: URL): string[] {
  if (protocol !== 'https:') return [];

  const { NODE_EXTRA_CA_CERTS: file } = process.env;
  return file ? ['--http1.1', `--cacert ${quote(file)}`] : ['--http1.1'];
}

/** Creates a command that prints any bytes. */
function printCommand(body: Buffer): string {
  return `printf %s ${quote(gzipSync(body).toString('base64'))} | base64 -d | gunzip`;
}

/** A character that is repeated a thousand times or more. An argument of 128 KiB is too long for Linux. */
const longRepetition = /(.)\1{999,}/s;

/** Whether a body is printable UTF-8 and short enough for an argument. */
function isPrintable(body: Buffer): boolean {
  const text = body.toString('utf8');
  return Buffer.from(text).equals(body) && !/\p{Cc}/u.test(text) && !longRepetition.test(text);
}
