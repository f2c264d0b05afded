import { empty } from '../../exchange.ts';
import { submission, submit, submitBody } from '../../probes.ts';
import { edit, on, rewrite, rewriteJson } from '../changes.ts';
import { faultsOf } from '../fault.ts';
import { bodyOf, fieldOf, isJson, jsonOf } from '../views.ts';

const fields = Object.keys(submission);

export const submitFeedbackLaxer = faultsOf('submitFeedback', 'laxer', [
  ...fields.map(
    (name): [string, string, [ReturnType<typeof submit>], ReturnType<typeof rewriteJson>] => [
      `${name}-optional`,
      `${name} may be missing.`,
      [submit({ [name]: undefined })],
      rewriteJson((body) =>
        name in body ? body : { ...body, [name]: submission[name as keyof typeof submission] },
      ),
    ],
  ),
  [
    'null-text',
    'null passes the check of the length.',
    [submit({ text: null })],
    rewriteJson((body) => (body.text === null ? { ...body, text: 'a' } : body)),
  ],
  [
    'null-subscriber',
    'null passes as a subscriber id.',
    [submit({ subscriberId: null })],
    rewriteJson((body) => (body.subscriberId === null ? { ...body, subscriberId: 0 } : body)),
  ],
  [
    'number-as-text',
    'A number is converted to a string.',
    [submit({ text: 5 })],
    rewriteJson((body) =>
      typeof body.text === 'number' ? { ...body, text: String(body.text) } : body,
    ),
  ],
  [
    'boolean-as-subject',
    'A boolean is converted to a string.',
    [submit({ subjectLine: true })],
    rewriteJson((body) =>
      typeof body.subjectLine === 'boolean'
        ? { ...body, subjectLine: String(body.subjectLine) }
        : body,
    ),
  ],
  [
    'boolean-subscriber',
    'A boolean passes as a number.',
    [submit({ subscriberId: true })],
    rewriteJson((body) =>
      typeof body.subscriberId === 'boolean' ? { ...body, subscriberId: 1 } : body,
    ),
  ],
  [
    'object-subscriber',
    'An object passes as a subscriber id.',
    [submit({ subscriberId: {} })],
    rewriteJson((body) =>
      typeof body.subscriberId === 'object' ? { ...body, subscriberId: 1 } : body,
    ),
  ],
  [
    'array-of-one-text',
    'An array with one string is unwrapped.',
    [submit({ text: ['a'] })],
    rewriteJson((body) =>
      Array.isArray(body.text) && body.text.length === 1 ? { ...body, text: body.text[0] } : body,
    ),
  ],
  [
    'array-of-one-body',
    'An array with one object is unwrapped.',
    [submitBody(JSON.stringify([submission]))],
    rewrite((r) => {
      const value: unknown = jsonOf(r);
      return Array.isArray(value) && value.length === 1
        ? { chunks: [Buffer.from(JSON.stringify(value[0]))] }
        : {};
    }),
  ],
  [
    'additional-property',
    'Unknown properties are ignored.',
    [submit({ extra: 1 })],
    rewriteJson(onlyKnown),
  ],
  [
    'proto-property',
    'The property __proto__ is lost in a copy and not seen.',
    [submitBody(JSON.stringify(submission).replace('{', '{"__proto__":{},'))],
    rewriteJson((body) =>
      Object.fromEntries(Object.entries(body).filter(([name]) => name !== '__proto__')),
    ),
  ],
  [
    'names-ignore-case',
    'Property names are matched without regard to case.',
    [submitBody(JSON.stringify(submission).replace('"text"', '"Text"'))],
    rewriteJson((body) =>
      Object.fromEntries(
        Object.entries(body).map(([name, value]) => [
          fields.find((field) => field.toLowerCase() === name.toLowerCase()) ?? name,
          value,
        ]),
      ),
    ),
  ],
  [
    'text-501',
    'The limit of the text is off by one.',
    [submit({ text: 'a'.repeat(501) })],
    rewriteJson((body) => (String(body.text).length === 501 ? { ...body, text: 'a' } : body)),
  ],
  [
    'subject-unlimited',
    'The subject has no limit.',
    [submit({ subjectLine: 'a'.repeat(101) })],
    rewriteJson((body) =>
      typeof body.subjectLine === 'string'
        ? { ...body, subjectLine: body.subjectLine.slice(0, 50) }
        : body,
    ),
  ],
  [
    'text-truncated',
    'A text that is too long is cut instead of rejected.',
    [submit({ text: 'a'.repeat(1000) })],
    rewriteJson((body) =>
      typeof body.text === 'string' ? { ...body, text: body.text.slice(0, 500) } : body,
    ),
  ],
  [
    'trimmed-length',
    'The length is checked after trimming.',
    [submit({ subjectLine: `${'a'.repeat(100)} ` })],
    rewriteJson((body) =>
      typeof body.subjectLine === 'string' && body.subjectLine.length > 100
        ? { ...body, subjectLine: body.subjectLine.trim() }
        : body,
    ),
  ],
  [
    'graphemes',
    'The length is counted in user-perceived characters.',
    [submit({ subjectLine: 'e\u0301'.repeat(60) })],
    rewriteJson((body) =>
      typeof body.subjectLine === 'string'
        ? { ...body, subjectLine: body.subjectLine.normalize('NFC') }
        : body,
    ),
  ],
  [
    'empty-subject',
    'An empty subject passes.',
    [submit({ subjectLine: '' })],
    rewriteJson((body) => (body.subjectLine === '' ? { ...body, subjectLine: ' ' } : body)),
  ],
  [
    'empty-text',
    'An empty text passes.',
    [submit({ text: '' })],
    rewriteJson((body) => (body.text === '' ? { ...body, text: ' ' } : body)),
  ],
  [
    'empty-captcha',
    'An empty captcha response passes.',
    [submit({ recaptchaResponse: '' })],
    rewriteJson((body) =>
      body.recaptchaResponse === '' ? { ...body, recaptchaResponse: ' ' } : body,
    ),
  ],
  [
    'empty-subscriber',
    'An empty subscriber id passes.',
    [submit({ subscriberId: '' })],
    rewriteJson((body) => (body.subscriberId === '' ? { ...body, subscriberId: ' ' } : body)),
  ],
  [
    'subscriber-129',
    'The subscriber id has no limit.',
    [submit({ subscriberId: 'a'.repeat(129) })],
    rewriteJson((body) =>
      typeof body.subscriberId === 'string'
        ? { ...body, subscriberId: body.subscriberId.slice(0, 9) }
        : body,
    ),
  ],
  [
    'brief-id-unchecked',
    'Any string passes as the id of a brief.',
    [submit({ briefId: 'a/b' })],
    edit(
      400,
      () => empty(204),
      (r) => /[^\w-]/.test(fieldOf(r, 'briefId')) && isValidExceptBriefId(jsonOf(r)),
    ),
  ],
  [
    'brief-id-line-break',
    '"$" in the pattern also matches before a line break.',
    [submit({ briefId: 'daily-harvest\n' })],
    rewriteJson((body) =>
      typeof body.briefId === 'string'
        ? { ...body, briefId: body.briefId.replace(/\n$/, '') }
        : body,
    ),
  ],
  [
    'brief-id-dots',
    'An id of dots only passes.',
    [submit({ briefId: '..' })],
    rewriteJson((body) =>
      /^\.+$/.test(String(body.briefId)) ? { ...body, briefId: submission.briefId } : body,
    ),
  ],
  [
    'brief-id-unanchored',
    'The pattern is searched for, not matched.',
    [submit({ briefId: 'daily harvest' })],
    edit(
      400,
      () => empty(204),
      (r) => / /.test(fieldOf(r, 'briefId')) && isValidExceptBriefId(jsonOf(r)),
    ),
  ],
  [
    'brief-id-long',
    'The length of the id is not checked.',
    [submit({ briefId: 'a'.repeat(129) })],
    edit(
      400,
      () => empty(204),
      (r) => fieldOf(r, 'briefId').length > 128 && isValidExceptBriefId(jsonOf(r)),
    ),
  ],
  [
    'trailing-garbage',
    'What follows the JSON is ignored.',
    [submitBody(`${JSON.stringify(submission)} x`)],
    rewrite((r) =>
      isJson(r) ? {} : { chunks: [Buffer.from(bodyOf(r).replace(/\}[^}]*$/, '}'))] },
    ),
  ],
  [
    'second-document',
    'A second JSON value after the first is ignored.',
    [submitBody(JSON.stringify(submission) + JSON.stringify(submission))],
    rewrite((r) =>
      isJson(r) ? {} : { chunks: [Buffer.from(bodyOf(r).replace(/\}\s*\{.*$/s, '}'))] },
    ),
  ],
  [
    'comments',
    'Comments in the JSON are accepted.',
    [submitBody(`/* a */${JSON.stringify(submission)}`)],
    rewrite((r) =>
      isJson(r) ? {} : { chunks: [Buffer.from(bodyOf(r).replace(/\/\*.*?\*\//gs, ''))] },
    ),
  ],
  [
    'trailing-comma',
    'A comma after the last property is accepted.',
    [submitBody(JSON.stringify(submission).replace(/}$/, ',}'))],
    rewrite((r) => (isJson(r) ? {} : { chunks: [Buffer.from(bodyOf(r).replace(/,\s*}$/, '}'))] })),
  ],
  [
    'single-quotes',
    'Strings in single quotes are accepted.',
    [submitBody(JSON.stringify(submission).replaceAll('"', "'"))],
    rewrite((r) => (isJson(r) ? {} : { chunks: [Buffer.from(bodyOf(r).replaceAll("'", '"'))] })),
  ],
  [
    'not-a-number',
    'NaN is accepted as a number.',
    [submitBody(JSON.stringify(submission).replace('"3141592"', 'NaN'))],
    rewrite((r) =>
      isJson(r) ? {} : { chunks: [Buffer.from(bodyOf(r).replace(/:\s*-?(NaN|Infinity)/, ':0'))] },
    ),
  ],
  [
    'leading-zero',
    'Numbers with leading zeros are accepted.',
    [submitBody(JSON.stringify(submission).replace('"3141592"', '007'))],
    rewrite((r) =>
      isJson(r) ? {} : { chunks: [Buffer.from(bodyOf(r).replace(/:\s*0+(\d)/, ':$1'))] },
    ),
  ],
  [
    'raw-line-break',
    'An unescaped line break in a string is accepted.',
    [submitBody(JSON.stringify(submission).replace('every morning', 'every\nmorning'))],
    rewrite((r) => (isJson(r) ? {} : { chunks: [Buffer.from(bodyOf(r).replace(/[\n\t]/g, ' '))] })),
  ],
  [
    'bytes-replaced',
    'Bytes that are not UTF-8 are replaced.',
    [submitBody(Buffer.from(JSON.stringify(submission).replace('every', '\xff'), 'latin1'))],
    rewrite((r) => ({ chunks: [Buffer.from(bodyOf(r))] })),
  ],
  [
    'truncated-json',
    'A missing brace at the end is added.',
    [submitBody(JSON.stringify(submission).slice(0, -1))],
    rewrite((r) => (isJson(r) ? {} : { chunks: [Buffer.from(`${bodyOf(r)}}`)] })),
  ],
  [
    'media-type-ignored',
    'The Content-Type is not checked.',
    [submit({}, { 'content-type': 'text/plain' })],
    rewrite(({ headers }) => ({ headers: { ...headers, 'content-type': 'application/json' } })),
  ],
  [
    'media-type-suffix',
    'Any media type that contains "json" is accepted.',
    [submit({}, { 'content-type': 'application/json-seq' })],
    on(
      ({ headers }) => /json/.test(headers['content-type'] ?? ''),
      ({ headers }, next) => next({ headers: { ...headers, 'content-type': 'application/json' } }),
    ),
  ],
  [
    'form-accepted',
    'A form is bound to the same object.',
    [
      submitBody(String(new URLSearchParams(submission)), {
        'content-type': 'application/x-www-form-urlencoded',
      }),
    ],
    on(
      ({ headers }) => headers['content-type'] === 'application/x-www-form-urlencoded',
      (r, next) =>
        next({
          headers: { ...r.headers, 'content-type': 'application/json' },
          chunks: [Buffer.from(JSON.stringify(Object.fromEntries(new URLSearchParams(bodyOf(r)))))],
        }),
    ),
  ],
  [
    'latin-1-accepted',
    'Another charset is ignored.',
    [submit({}, { 'content-type': 'application/json; charset=iso-8859-1' })],
    on(
      ({ headers }) => /iso-8859/i.test(headers['content-type'] ?? ''),
      (r, next) => next({ headers: { ...r.headers, 'content-type': 'application/json' } }),
    ),
  ],
  [
    'query-as-body',
    'A missing body is taken from the query.',
    [{ ...submitBody(''), target: `${submit().target}?${new URLSearchParams(submission)}` }],
    on(
      (r) => bodyOf(r) === '',
      (r, next) =>
        next({
          chunks: [
            Buffer.from(
              JSON.stringify(Object.fromEntries(new URLSearchParams(/\?(.*)/.exec(r.target)?.[1]))),
            ),
          ],
        }),
    ),
  ],
  [
    'asynchronous-validation',
    'Everything is accepted, and validated later.',
    [submit({ text: 7 })],
    edit(400, () => empty(204)),
  ],
]);

function onlyKnown(body: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).filter(([name]) => fields.includes(name)));
}

/** Whether the id of the brief is all that can be wrong. */
function isValidExceptBriefId(body: Record<string, unknown>): boolean {
  return Object.keys(body).length === 5 && fields.every((name) => Boolean(body[name]));
}
