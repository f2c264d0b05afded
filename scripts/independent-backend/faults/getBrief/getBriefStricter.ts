import { oldBriefId } from '../../backendState.ts';
import { empty, html, json, problem } from '../../exchange.ts';
import { briefsPath } from '../../operations.ts';
import { pathOf } from '../../parse.ts';
import { brief } from '../../probes.ts';
import { edit, on, rewriteId } from '../changes.ts';
import { faultsOf } from '../fault.ts';
import { idOf, queryOf } from '../views.ts';

const rejected = problem(400, 'Invalid id.');
const forbidden = html(403, 'Forbidden');

export const getBriefStricter = faultsOf('getBrief', 'stricter', [
  [
    'word-characters-only',
    'A validator knows only letters, digits, "-" and "_".',
    [brief('news~2')],
    on((r) => /[^\w%-]/.test(idOf(r)), rejected),
  ],
  [
    'no-braces',
    'The id of an older brief, a GUID in braces, is rejected.',
    [brief(encodeURIComponent(oldBriefId))],
    on((r) => /[{}]/.test(idOf(r)), rejected),
  ],
  [
    'plus-is-space',
    '"+" in the path is decoded as a space, as in forms.',
    [brief('a+b')],
    rewriteId((id) => id.replaceAll('+', ' ')),
  ],
  [
    'double-escaping',
    'IIS rejects "+" in a path (404.11).',
    [brief('a+b')],
    on((r) => idOf(r).includes('+'), html(404, '404.11 - URL_DOUBLE_ESCAPED')),
  ],
  [
    'dangerous-path',
    'ASP.NET rejects ":", "*" and "&" in a path.',
    [brief('a:b')],
    on((r) => /[:*&]/.test(idOf(r)), html(400, 'A potentially dangerous Request.Path value')),
  ],
  [
    'file-extension',
    'An id with a dot is taken for a static file.',
    [brief('news.v2')],
    on((r) => /\.\w+$/.test(idOf(r)), html(404, 'Cannot GET')),
  ],
  [
    'extension-selects-format',
    'The end of the id selects the format of the response.',
    [brief('daily.xml')],
    on((r) => /\.(xml|html|pdf)$/.test(idOf(r)), empty(406)),
  ],
  [
    'max-length-64',
    'The limit is 64 characters.',
    [brief('a'.repeat(65))],
    on((r) => idOf(r).length > 64, rejected),
  ],
  [
    'max-length-127',
    'The limit is off by one.',
    [brief('a'.repeat(128))],
    on((r) => idOf(r).length > 127, rejected),
  ],
  [
    'encoded-length',
    'The length of the encoded id is compared with the limit.',
    [brief('%41'.repeat(64))],
    on(({ target }) => pathOf(target).length - briefsPath.length > 128, rejected),
  ],
  [
    'min-length-2',
    'An id of one character is rejected.',
    [brief('a')],
    on((r) => idOf(r).length < 2, rejected),
  ],
  [
    'lower-case-only',
    'Capital letters are rejected.',
    [brief('Daily')],
    on((r) => /[A-Z]/.test(idOf(r)), rejected),
  ],
  [
    'traversal-filter',
    'A firewall takes two dots for a path traversal.',
    [brief('a..b')],
    on((r) => idOf(r).includes('..'), forbidden),
  ],
  [
    'injection-filter',
    'A firewall takes an apostrophe and "=" for SQL.',
    [brief("'or'1'='1")],
    on((r) => /'.*=/.test(idOf(r)), forbidden),
  ],
  [
    'template-filter',
    'A firewall takes "${" for an expression.',
    [brief('$%7Bjndi:x%7D')],
    on((r) => idOf(r).includes('${'), forbidden),
  ],
  [
    'null-is-missing',
    'The id "null" counts as no id.',
    [brief('null')],
    on((r) => /^(null|undefined)$/.test(idOf(r)), rejected),
  ],
  [
    'zero-is-missing',
    'The id "0" counts as no id.',
    [brief('0')],
    on((r) => idOf(r) === '0', rejected),
  ],
  [
    'not-decoded',
    'The id is not percent-decoded.',
    [brief('daily%2Dharvest')],
    edit(
      200,
      () => problem(404, 'Unknown.'),
      ({ target }) => pathOf(target).includes('%2D'),
    ),
  ],
  [
    'upper-case-escapes-only',
    'Lower-case hexadecimal digits are not decoded.',
    [brief(encodeURIComponent(oldBriefId).replace('%7B', '%7b'))],
    edit(
      200,
      () => problem(404, 'Unknown.'),
      ({ target }) => /%\d[a-f]/.test(target),
    ),
  ],
  [
    'comma-is-list',
    'A comma separates ids, and the response is a list.',
    [brief('a,b')],
    on((r) => idOf(r).includes(','), json(200, [])),
  ],
  [
    'shadowed-route',
    'The route of another operation comes first.',
    [brief('search')],
    on((r) => /^(search|new|count)$/.test(idOf(r)), json(200, [])),
  ],
  [
    'device-name',
    'Windows device names do not work in paths.',
    [brief('con')],
    on((r) => /^(con|aux|nul|prn|com\d)$/i.test(idOf(r)), html(404, 'Not found')),
  ],
  [
    'trailing-dot',
    'A trailing dot is rejected.',
    [brief('news.')],
    on((r) => idOf(r).endsWith('.'), rejected),
  ],
  [
    'hidden-file',
    'An id with a leading dot is taken for a hidden file.',
    [brief('.news')],
    on((r) => idOf(r).startsWith('.'), forbidden),
  ],
  [
    'at-sign',
    'An "@" is taken for user information.',
    [brief('a@b')],
    on((r) => idOf(r).includes('@'), rejected),
  ],
  [
    'query-unsupported',
    'A query, such as a cache buster, gets no handler.',
    [brief('daily-harvest?_=1')],
    on((r) => queryOf(r) !== '', html(404, 'Not Found')),
  ],
]);
