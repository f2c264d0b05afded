import { knownBriefId } from '../../backendState.ts';
import { brief } from '../../probes.ts';
import { rewrite, rewriteId } from '../changes.ts';
import { faultsOf } from '../fault.ts';

export const getBriefLaxer = faultsOf('getBrief', 'laxer', [
  [
    'trailing-space',
    'The database ignores trailing spaces when it compares.',
    [brief('daily-harvest%20')],
    rewriteId((id) => id.trimEnd()),
  ],
  [
    'leading-space',
    'The id is trimmed.',
    [brief('%20daily-harvest')],
    rewriteId((id) => id.trimStart()),
  ],
  [
    'double-decoding',
    'The id is decoded twice.',
    [brief('%2564aily-harvest')],
    rewrite(({ target }) => ({ target: target.replaceAll('%25', '%') })),
  ],
  [
    'path-parameters',
    'What follows ";" is removed.',
    [brief('daily-harvest;v=1')],
    rewriteId((id) => id.replace(/;.*/, '')),
  ],
  [
    'nul-ends-id',
    'The id ends at a NUL.',
    [brief('daily-harvest%00.html')],
    rewriteId((id) => id.split('\0')[0] ?? ''),
  ],
  [
    'newline-at-end',
    '"$" in the pattern also matches before a line break.',
    [brief('daily-harvest%0A')],
    rewriteId((id) => id.replace(/\n$/, '')),
  ],
  [
    'like-comparison',
    'The query uses LIKE, so that "%" matches anything.',
    [brief('daily%25')],
    rewriteId((id) => (/^da.*%$/.test(id) ? knownBriefId : id)),
  ],
  [
    'sql-injection',
    'The id is concatenated into SQL.',
    [brief("x'%20OR%20'1'%3D'1")],
    rewriteId((id) => (/' or /i.test(id) ? knownBriefId : id)),
  ],
  [
    'encoded-slash',
    '%2F is decoded before the path is normalized.',
    [brief('x%2F..%2Fdaily-harvest')],
    rewriteId((id) => id.replace(/^.*\/\.\.\//, '')),
  ],
  [
    'backslash',
    'A backslash is a separator.',
    [brief('x%5C..%5Cdaily-harvest')],
    rewriteId((id) => id.replace(/^.*\\\.\.\\/, '')),
  ],
  [
    'accent-insensitive',
    'The collation ignores accents.',
    [brief('d%C3%A4ily-harvest')],
    rewriteId((id) => id.normalize('NFD').replace(/[\u0300-\u036f]/g, '')),
  ],
  [
    'full-width',
    'The collation ignores the width of letters.',
    [brief('%EF%BD%84aily-harvest')],
    rewriteId((id) => id.normalize('NFKC')),
  ],
  [
    'overlong-utf-8',
    'Overlong UTF-8 is decoded.',
    [brief('%C1%A4aily-harvest')],
    rewrite(({ target }) => ({ target: target.replace('%C1%A4', 'd') })),
  ],
  [
    'bad-bytes-dropped',
    'Bytes that are not UTF-8 are left out.',
    [brief('daily-%FFharvest')],
    rewrite(({ target }) => ({ target: target.replace(/%FF/gi, '') })),
  ],
  [
    'malformed-escape-kept',
    'A percent sign without digits is left out.',
    [brief('daily-%harvest')],
    rewrite(({ target }) => ({ target: target.replace(/%(?![\da-f]{2})/gi, '') })),
  ],
  [
    'invisible-characters',
    'Zero-width characters are removed.',
    [brief('daily%E2%80%8B-harvest')],
    rewriteId((id) => id.replaceAll('\u200b', '')),
  ],
  [
    'extra-segments',
    'A prefix route: further segments are ignored.',
    [brief('daily-harvest/issues/1')],
    rewriteId((id) => id.replace(/\/.*/, '')),
  ],
]);
