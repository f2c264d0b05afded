import type { Operation } from '#contract';
import type { JournalEntry } from '../journal/journalEntry.ts';
import { type JournalFilter, valuesOf } from '../journal/journalFilter.ts';
import type { FieldMatcher } from '../scenarios/matchFields.ts';
import { nameless } from '../scenarios/testerName.ts';
import type { ConditionContext } from './conditionContext.ts';
import { requireKnown } from './requireKnown.ts';

/**
 * Requires that the ids, the path, the headers and the parameters of a filter are declared, or those of a request that
 * has come.
 * @param operations those that the filter selects
 * @throws {FilterError}
 */
export function requireRecorded(
  filter: JournalFilter,
  operations: readonly Operation[],
  context: ConditionContext,
): void {
  const { name } = filter;
  const recorded = context.journal.list(name === undefined ? {} : { name });
  const ids = listIds(context, name);
  requireKnown('key', withoutName(filter.key, name), [
    ...ids,
    ...recorded.flatMap((entry) => valuesOf(entry, 'key')),
  ]);

  const keys = [...listKeys(ids, name), ...recorded.flatMap(({ key = [] }) => key)];
  for (const field of keyFields)
    requireKnown(`body.${field}`, wholeValue(filter.body?.[field]), keys);
  requirePath(filter, { operations, context, keys, recorded });
  requireHeaders(filter, operations, context);
  requireParameters(filter, operations, context);
}

/** The fields of a body that have an id. */
const keyFields = ['briefId', 'username'];

function listIds({ dataFor }: ConditionContext, name: string | undefined): string[] {
  const data = dataFor(name);
  if (!data) return [];
  return [...data.briefs.keys(), ...data.users.keys(), ...data.scenarios.ids];
}

const suffixOf = (name: string | undefined) =>
  name === undefined || name === nameless ? '' : `.${name}`;

/** The ids as a request with the name has them in its body or its path. */
function listKeys(ids: readonly string[], name: string | undefined): string[] {
  return ids.map((id) => id + suffixOf(name));
}

/** A key selects requests with or without the name. */
function withoutName(key: string | undefined, name: string | undefined): string | undefined {
  const suffix = suffixOf(name);
  return suffix !== '' && key?.endsWith(suffix) ? key.slice(0, -suffix.length) : key;
}

/** The value that a field must have, if the filter has the whole of it. */
function wholeValue(matcher: FieldMatcher | undefined): unknown {
  return typeof matcher === 'object' ? (matcher.equals ?? matcher.is) : matcher;
}

interface PathContext {
  operations: readonly Operation[];
  context: ConditionContext;
  keys: readonly string[];
  recorded: readonly JournalEntry[];
}

/** That of an operation, with an id that is known, or that of a request. */
function requirePath(
  { path }: JournalFilter,
  { operations, context, keys, recorded }: PathContext,
) {
  if (path === undefined) return;

  const { matchOperation } = context.currentContext();
  for (const { method } of operations) {
    const match = matchOperation(method, path);
    if (match.kind === 'operation') return requireKnown('path', match.pathValues.briefId, keys);
  }
  requireKnown(
    'path',
    path,
    recorded.flatMap((entry) => valuesOf(entry, 'path')),
  );
}

function requireHeaders(
  { header = {} }: JournalFilter,
  operations: readonly Operation[],
  { journal }: ConditionContext,
) {
  const recorded = journal.list().flatMap(({ requestHeaders = {} }) => Object.keys(requestHeaders));
  const known = [...recorded, ...listParameters(operations, 'header')];
  for (const field of Object.keys(header))
    requireKnown(`header.${field}`, field.toLowerCase(), known);
}

function requireParameters(
  { query = {} }: JournalFilter,
  operations: readonly Operation[],
  { journal }: ConditionContext,
) {
  const recorded = journal.list().flatMap(({ path }) => {
    const [, text = ''] = path.split(/\?(.*)/s);
    return [...new URLSearchParams(text).keys()];
  });
  const known = [...recorded, ...listParameters(operations, 'query')];
  for (const field of Object.keys(query)) requireKnown(`query.${field}`, field, known);
}

/** The declared names; those of headers in lower case. */
function listParameters(operations: readonly Operation[], place: 'header' | 'query'): string[] {
  const declared = operations.flatMap(({ parameters }) => parameters);
  const names = declared.filter((one) => one.in === place).map(({ name }) => name);
  return place === 'header' ? names.map((name) => name.toLowerCase()) : names;
}
