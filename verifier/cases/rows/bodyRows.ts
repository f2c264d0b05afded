import { essenceOf, isForm, isJson } from '#contract';
import type { Expected } from '../../model.ts';
import { percentEncode } from '../../send/percentEncode.ts';
import type { Row } from './row.ts';

const json = rowsOf(isJson);
const form = rowsOf(isForm);
const nested = '['.repeat(1e4) + ']'.repeat(1e4);

/** Bodies that parsers get wrong. */
export const bodyRows: readonly Row[] = [
  json('is empty', 'reject', () => ''),
  json('is null', 'reject', () => 'null'),
  json('is an empty object', 'reject', () => '{}'),
  json('is an array around the object', 'reject', (body) => `[${body}]`),
  json('has property names in upper case', 'reject', (body) =>
    body.replace(/"\w+":/g, (name) => name.toUpperCase()),
  ),
  json('has the property "__proto__"', 'reject', (body) =>
    body.replace('{', '{"__proto__":{"a":1},'),
  ),
  json('has a trailing comma', 'reject', (body) => body.replace(/\}$/, ',}')),
  json('is followed by text', 'reject', (body) => `${body} x`),
  json('is followed by a second object', 'reject', (body) => `${body}{}`),
  json('has comments', 'reject', (body) => body.replace('{', '{/* a */ // b\n')),
  json('has single quotes', 'reject', (body) => body.replaceAll('"', "'")),
  json('lacks the last brace', 'reject', (body) => body.slice(0, -1)),
  json('has a line break in a text', 'reject', (body) => endLastText(body, '\n')),
  json('has a number with leading zeros', 'reject', (body) => body.replace(/:"[^"]*"/, ':007')),
  json('has the number 1e400', 'any', (body) =>
    body.replace(/:"[^"]*\d[^"]*"/g, (text, at: number) => (at > 0 ? ':1e400' : text)),
  ),
  json('begins with a byte order mark', 'any', (body) => `\ufeff${body}`),
  json('is not UTF-8', 'any', (body) => Buffer.from(endLastText(body, '\xff\xc0'), 'latin1')),
  json('is nested 10000 levels deep', 'any', (body) =>
    body.replace('{', () => `{"contractCheck":${nested},`),
  ),
  json('has each property twice', 'any', (body) => body.replace(/\}$/, () => `,${body.slice(1)}`)),
  json('is 256 KiB, most of them blanks', 'any', (body) => body + ' '.repeat(2 ** 18)),
  json('has its properties reversed, with white space', 'accept', (body) => {
    const reversed = Object.fromEntries(Object.entries(JSON.parse(body)).reverse());
    return JSON.stringify(reversed, null, '\t').replaceAll('\n', '\r\n ');
  }),
  json('has every character escaped', 'accept', (body) =>
    body.replace(/"((?:[^"\\]|\\.)*)"/g, (quoted) => `"${escapeAll(JSON.parse(quoted))}"`),
  ),
  form('is empty', 'reject', () => ''),
  form('is JSON', 'reject', (body) =>
    JSON.stringify(Object.fromEntries(new URLSearchParams(body))),
  ),
  form('has brackets after a name', 'reject', (body) => body.replace('=', '[]=')),
  form('has a malformed percent-encoding', 'any', (body) => `${body}&contractCheck=%zz`),
  form('has bytes that are not UTF-8', 'any', (body) => `${body}&contractCheck=%ff%fe`),
  form('has every character percent-encoded', 'accept', (body) =>
    [...new URLSearchParams(body)].map((pair) => pair.map(percentEncode).join('=')).join('&'),
  ),
  form('has blanks as %20 and lower-case digits', 'accept', (body) =>
    body.replaceAll('+', '%20').replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
  ),
  form('has an unknown field and empty pairs', 'accept', (body) => `&contractCheck=1&&${body}&`),
  form('has its fields reversed', 'accept', (body) => body.split('&').reverse().join('&')),
];

/** Creates the function that creates a row for bodies of a media type. */
function rowsOf(isType: (type: string) => boolean) {
  return (name: string, expected: Expected, change: (body: string) => string | Buffer): Row => ({
    name: `the body ${name}`,
    expected,
    change(request) {
      const type = essenceOf(request.headers['Content-Type']);
      const body = String(request.body ?? '');
      if (body === '' || !isType(type)) return undefined;

      const changed = change(body);
      return changed === body ? undefined : { ...request, body: Buffer.from(changed) };
    },
  });
}

/** Puts something before the last quotation mark. */
function endLastText(body: string, end: string): string {
  return body.replace(/"(?=[^"]*$)/, () => `${end}"`);
}

/** As JSON escapes, in upper-case digits. */
export function escapeAll(text: string): string {
  return text.replace(/./gs, (unit) => {
    const digits = unit.charCodeAt(0).toString(16).toUpperCase();
    return `\\u${digits.padStart(4, '0')}`;
  });
}
