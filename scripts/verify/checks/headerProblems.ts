import { headerText, shorten } from '../../../mock-api/contract/index.ts';
import { type Exchange, type Finding, isSuccess } from './check.ts';

/** Headers whose values HTTP or common practice defines, with what a value must be. */
const knownHeaders: readonly [name: RegExp, pattern: RegExp, expected: string][] = [
  [
    /^(date|last-modified)$/,
    /^\w{3,9}, ?\d\d[ -]\w{3}[ -]\d{2,4} \d\d:\d\d:\d\d GMT$|^\w{3} \w{3} [ \d]\d \d\d:\d\d:\d\d \d{4}$/,
    'a date of HTTP',
  ],
  [/^age$/, /^\d+$/, 'a number of seconds'],
  [
    /^(x-)?rate-?limit(-limit|-remaining|-reset)?$/,
    /^(?!(NaN|undefined|null|Infinity)?$|\[object )/,
    'a number',
  ],
];

/** Dates and rates that are none (RFC 9110, 5.6.7, and RFC 9111, 5.1). */
export function findMalformedHeaders({ response: { headers } }: Exchange): Finding[] {
  return Object.entries(headers).flatMap(([name, values]) => {
    const [, pattern, expected] = knownHeaders.find(([names]) => names.test(name)) ?? [];
    const text = values.find((value) => pattern?.test(value) === false);
    if (text === undefined || expected === undefined) return [];
    const message = `The header "${name}" is "${shorten(text)}".`;
    return [{ location: `header ${name}`, message, expected, received: `${name}: ${text}` }];
  });
}

/** RFC 9110, 8.6: the length of HEAD is that of GET. */
export function findHeadLength({ request, response, earlier }: Exchange): Finding[] {
  const length = headerText(response.headers, 'content-length');
  if (request.method !== 'HEAD' || response.status !== 200 || length === undefined) return [];
  const keyOf = (sent: Exchange['request']) => JSON.stringify([sent.target, sent.headers]);
  const get = earlier.findLast(
    (it) =>
      it.request.method === 'GET' && isSuccess(it.response) && keyOf(it.request) === keyOf(request),
  );
  const expected = get && headerText(get.response.headers, 'content-length');
  if (expected === undefined || expected === length) return [];
  const message = `Content-Length of HEAD is ${length}, unlike that of GET.`;
  return [{ message, expected: `Content-Length: ${expected}, or none` }];
}
