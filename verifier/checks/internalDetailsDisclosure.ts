import { headerText, isRecord } from '../../contract/index.ts';
import type { WireRequest } from '../plan/wireRequest.ts';
import { readJson } from '../send/sendRequest.ts';
import { type Check, type Exchange, type Finding, problemsOf } from './check.ts';

export const internalDetailsDisclosure = {
  name: 'internal_details_disclosure',
  promise:
    'No response contains a stack trace, SQL, a file path, an internal host or what a person wrote.',
  hint: 'Write the details to the log, and send a sentence of your own. Frameworks have a setting for it.',
  appliesTo: () => true,
  run: (exchange) => [...problemsOf(exchange, () => true, true), ...findRepeatedValue(exchange)],
} as const satisfies Check;

/** An error may name a field or a short value, but not what a person wrote: errors end up in logs. */
const maxRepeatedLength = 100;
const address = /[\w.+-]+@[\w-]+\.[\w.-]+/;

/** In JSON only: a page may show the form again as it was filled in. */
function findRepeatedValue({ request, response }: Exchange): Finding[] {
  const isJson = /json/.test(headerText(response.headers, 'content-type') ?? '');
  if (response.status < 400 || !isJson) return [];

  const received = String(response.body);
  const repeats = (text: string) =>
    received.includes(text) || received.includes(JSON.stringify(text).slice(1, -1));
  const texts = textsOf(request);
  const long = texts.filter((text) => text.length >= maxRepeatedLength);
  const addresses = texts.flatMap((text) => address.exec(text) ?? []);
  const what = long.some((text) => repeats(text.slice(0, maxRepeatedLength)))
    ? 'a long text'
    : addresses.some(repeats) && 'an e-mail address';
  if (!what) return [];

  const message = `The error repeats ${what} of the request's body.`;
  return [{ message, expected: 'the name of the field at most', location: 'body' }];
}

/** The texts in the properties or fields of a request's body. */
function textsOf({ body }: WireRequest): string[] {
  if (!body) return [];

  const value = readJson({ body });
  const fields = isRecord(value)
    ? Object.values(value)
    : new URLSearchParams(String(body)).values();
  return [...fields].filter((it) => typeof it === 'string');
}
