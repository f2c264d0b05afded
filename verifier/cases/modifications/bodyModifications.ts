import { essenceOf, isForm, isJson } from '#contract';
import { percentEncode } from '../../send/percentEncode.ts';
import type { Modification } from './modification.ts';

const json = createModifier(isJson);
const anyJson = createModifier(isJson, 'any');
const form = createModifier(isForm);
const anyForm = createModifier(isForm, 'any');
const nested = '['.repeat(1e4) + ']'.repeat(1e4);

/** Modifications of bodies that parsers often handle wrongly. */
export const bodyModifications: readonly Modification[] = [
  json('is empty', () => ''),
  json('is null', () => 'null'),
  json('is an empty object', () => '{}'),
  json('is an array around the object', (body) => `[${body}]`),
  json('has property names in upper case', (body) =>
    body.replace(/"\w+":/g, (name) => name.toUpperCase()),
  ),
  json('has the property "__proto__"', (body) => body.replace('{', '{"__proto__":{"a":1},')),
  json('has a trailing comma', (body) => body.replace(/\}$/, ',}')),
  json('is followed by text', (body) => `${body} x`),
  json('is followed by a second object', (body) => `${body}{}`),
  json('has comments', (body) => body.replace('{', '{/* a */ // b\n')),
  json('has single quotes', (body) => body.replaceAll('"', "'")),
  json('lacks the last brace', (body) => body.slice(0, -1)),
  json('has a line break in a text', (body) => endLastText(body, '\n')),
  json('has a number with leading zeros', (body) => body.replace(/:"[^"]*"/, ':007')),
  anyJson('has the number 1e400', (body) =>
    body.replace(/:"[^"]*\d[^"]*"/g, (text, at: number) => (at > 0 ? ':1e400' : text)),
  ),
  anyJson('begins with a byte order mark', (body) => `\ufeff${body}`),
  anyJson('is not UTF-8', (body) => Buffer.from(endLastText(body, '\xff\xc0'), 'latin1')),
  anyJson('is nested 10000 levels deep', (body) =>
    body.replace('{', () => `{"contractCheck":${nested},`),
  ),
  anyJson('has each property twice', (body) => body.replace(/\}$/, () => `,${body.slice(1)}`)),
  anyJson('is 256 KiB, most of them blanks', (body) => body + ' '.repeat(2 ** 18)),
  json('has its properties reversed, with white space', (body) => {
    const reversed = Object.fromEntries(Object.entries(JSON.parse(body)).reverse());
    return JSON.stringify(reversed, null, '\t').replaceAll('\n', '\r\n ');
  }),
  json('has every character escaped', (body) =>
    body.replace(/"((?:[^"\\]|\\.)*)"/g, (quoted) => `"${escapeAll(JSON.parse(quoted))}"`),
  ),
  form('is empty', () => ''),
  form('is JSON', (body) => JSON.stringify(Object.fromEntries(new URLSearchParams(body)))),
  form('has brackets after a name', (body) => body.replace('=', '[]=')),
  anyForm('has a malformed percent-encoding', (body) => `${body}&contractCheck=%zz`),
  anyForm('has bytes that are not UTF-8', (body) => `${body}&contractCheck=%ff%fe`),
  form('has every character percent-encoded', (body) =>
    [...new URLSearchParams(body)].map((pair) => pair.map(percentEncode).join('=')).join('&'),
  ),
  form('has blanks as %20 and lower-case digits', (body) =>
    body.replaceAll('+', '%20').replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
  ),
  form('has an unknown field and empty pairs', (body) => `&contractCheck=1&&${body}&`),
  form('has its fields reversed', (body) => body.split('&').reverse().join('&')),
];

/** Returns a function that creates a modification of the bodies of a media type. */
function createModifier(isType: (type: string) => boolean, expected?: 'any') {
  return (name: string, change: (body: string) => string | Buffer): Modification => ({
    name: `the body ${name}`,
    expected,
    modify(request) {
      const type = essenceOf(request.headers['Content-Type']);
      const body = String(request.body ?? '');
      if (body === '' || !isType(type)) return undefined;
      return { ...request, body: Buffer.from(change(body)) };
    },
  });
}

/** Inserts a text before the last quotation mark. */
function endLastText(body: string, end: string): string {
  return body.replace(/"(?=[^"]*$)/, () => `${end}"`);
}

/** Writes every character as a JSON escape, in upper-case digits. */
export function escapeAll(text: string): string {
  return text.replace(/./gs, (unit) => {
    const digits = unit.charCodeAt(0).toString(16).toUpperCase();
    return `\\u${digits.padStart(4, '0')}`;
  });
}
