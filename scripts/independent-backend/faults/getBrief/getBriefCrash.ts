import { problem, text } from '../../exchange.ts';
import { brief } from '../../probes.ts';
import { crashPage, edit, late, on } from '../changes.ts';
import { faultsOf } from '../fault.ts';
import { idOf, queryOf } from '../views.ts';

export const getBriefCrash = faultsOf('getBrief', 'crash', [
  [
    'unknown-brief',
    'A brief that is not found throws.',
    [brief('no-such-brief')],
    edit(404, () => crashPage),
  ],
  [
    'invalid-id',
    'A validation error is not handled.',
    [brief('a%20b')],
    edit(400, () => crashPage),
  ],
  [
    'apostrophe',
    'SQL is concatenated: an apostrophe is a syntax error.',
    [brief("o'clock")],
    on((r) => idOf(r).includes("'"), crashPage),
  ],
  [
    'long-overflow',
    'An id of digits is parsed as a 64-bit integer.',
    [brief('9'.repeat(20))],
    on((r) => /^\d{19,}$/.test(idOf(r)), problem(500, 'NumberFormatException')),
  ],
  [
    'int-overflow',
    'An id of digits is parsed as a 32-bit integer.',
    [brief('2147483648')],
    on((r) => /^\d+$/.test(idOf(r)) && Number(idOf(r)) > 2 ** 31 - 1, crashPage),
  ],
  [
    'format-string',
    'The error message is a format string, and braces are placeholders.',
    [brief('%7Bx%7D')],
    edit(
      404,
      () => crashPage,
      (r) => /\{.*\}/.test(idOf(r)),
    ),
  ],
  [
    'regular-expression',
    'The id is compiled as a regular expression.',
    [brief('a(b')],
    on((r) => /^[*+]|\([^)]*$/.test(idOf(r)), crashPage),
  ],
  [
    'object-prototype',
    'Briefs are properties of an object, which inherits "constructor".',
    [brief('constructor')],
    on((r) => idOf(r) in {}, text(200, 'application/json', '{}')),
  ],
  [
    'search-syntax',
    'The id is part of a search query, where "!" and ":" are operators.',
    [brief('a!b')],
    on((r) => /[!:()]/.test(idOf(r)), crashPage),
  ],
  [
    'column-overflow',
    'The access log has a column of 100 characters.',
    [brief('a'.repeat(101))],
    on((r) => idOf(r).length > 100, crashPage),
  ],
  [
    'non-ascii-id',
    'The id is written to a header.',
    [brief('%E4%B8%AD')],
    on((r) => /\P{ASCII}/u.test(idOf(r)), crashPage),
  ],
  [
    'nul-character',
    'The database rejects NUL.',
    [brief('a%00b')],
    on((r) => idOf(r).includes('\0'), crashPage),
  ],
  [
    'malformed-encoding',
    'A malformed percent-encoding throws.',
    [brief('%zz')],
    on(({ target }) => /%(?![\da-f]{2})/i.test(target), crashPage),
  ],
  [
    'bytes-not-utf-8',
    'Bytes that are not UTF-8 throw.',
    [brief('%ff')],
    on(({ target }) => /%ff/i.test(target), crashPage),
  ],
  ['missing-id', 'An empty id throws.', [brief('')], on((r) => idOf(r) === '', crashPage)],
  [
    'malformed-query',
    'A malformed query throws.',
    [brief('daily-harvest?x=%zz')],
    on((r) => /%(?![\da-f]{2})/i.test(queryOf(r)), crashPage),
  ],
  [
    'bracket-query',
    'A query that is both a list and an object throws.',
    [brief('daily-harvest?a[]=1&a[b]=2')],
    on((r) => /\[/.test(decodeURI(queryOf(r))), crashPage),
  ],
  [
    'hang-at-nested-quantifier',
    'A pattern with nested quantifiers takes exponential time.',
    [brief(`${'a'.repeat(60)}!`)],
    late(Infinity, (r) => /^\w{40,}\W$/.test(idOf(r))),
  ],
  [
    'dot-segment',
    'An id of dots only becomes the parent resource.',
    [brief('%2E%2E')],
    on((r) => idOf(r) === '..', crashPage),
  ],
]);
