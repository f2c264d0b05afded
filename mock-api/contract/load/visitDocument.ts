import type { Limit } from '../contract.ts';
import {
  describeReference,
  isObject,
  isRecord,
  joinPointer,
  pointerOfRef,
  valueAt,
} from '../jsonPointer.ts';
import { findSchemaError, isKeyword } from '../schema/compileSchema.ts';
import type { Located } from '../schema/resolveSchema.ts';
import { shorten } from '../violation.ts';
import { type Construct, commonConstructs, constructs, effects } from './constructs.ts';
import { convertSchema } from './convertSchema.ts';
import { type Content, type ObjectKind, objectTypes } from './openApiObjects.ts';

/** A limit whose line is not known yet. */
export type FoundLimit = Omit<Limit, 'line'>;

type Schema = Record<string, unknown>;

/** The limit of a construct at a pointer. `subject` is the text that the warning quotes, if it is one. */
export function createLimit(
  { name, effect }: Pick<Construct, 'name' | 'effect'>,
  pointer: string,
  subject?: unknown,
): FoundLimit {
  const sentence = `${name} ${effects[effect]}`.replaceAll('`', '"').replace(/^./, toUpper);
  const quoted = typeof subject === 'string' && subject !== '' ? `: "${shorten(subject)}"` : '';
  return { effect, pointer, reason: `${sentence}${quoted}.` };
}

/**
 * Visits every object of OpenAPI, also those that only a reference leads to, and notes what is not supported. Makes
 * the schemas valid for JSON Schema 2020-12, in place: what is ignored is removed, and those of 3.0 are converted.
 */
export function visitDocument(document: Schema, version: string) {
  /** The objects that are ignored as a whole. */
  const ignored = new Set<unknown>();
  /** By the object that has the construct, since a YAML alias is the same object in several places. */
  const limits = new Map<unknown, FoundLimit[]>();
  const visited = new Set<unknown>();
  /** The first of the scopes, one warning for all of which is enough. */
  let scopes: FoundLimit | undefined;
  /** What references lead to is visited last: most of it has its own place. */
  const targets: [ObjectKind, Located & { name: string }][] = [
    ['document', { value: document, pointer: '', name: '' }],
  ];
  for (const [kind, located] of targets) visit(kind, located);
  return { ignored, limits, add };

  function visit(kind: ObjectKind, { value, pointer, name }: Located & { name: string }) {
    if (!isRecord(value) || visited.has(value)) return;
    visited.add(value);
    const isOld = kind === 'schema' && version.startsWith('3.0.');
    if (typeof value.$ref === 'string') {
      visitReference(kind, value, pointer, value.$ref, name);
      if (kind !== 'schema' || isOld) return removeSiblings(kind, value, pointer);
    }
    for (const construct of constructs[kind] ?? []) {
      const { key, effect, applies } = construct;
      if (key !== undefined && !Object.hasOwn(value, key)) continue;
      if (applies?.({ value, pointer, name, document, version }) === false) continue;
      const subject = key === undefined ? (value.name ?? name) : value[key];
      const at = key === undefined ? pointer : joinPointer(pointer, key);
      const limit = createLimit(construct, at, subject);
      if (kind === 'securityRequirement') scopes ??= limit;
      add(value, kind === 'securityRequirement' && scopes ? scopes : limit);
      if (effect !== 'ignored') continue;
      if (key === undefined) ignored.add(value);
      else remove(kind, value, key);
    }
    for (const key of Object.keys(value)) visitField(kind, value, pointer, key);
    if (isOld) convertSchema(value);
  }

  function visitReference(
    kind: ObjectKind,
    value: Schema,
    pointer: string,
    ref: string,
    name: string,
  ) {
    const target = pointerOfRef(ref);
    const found = target === undefined ? undefined : valueAt(document, target);
    if (target !== undefined) targets.push([kind, { value: found, pointer: target, name }]);
    const isSchema = kind === 'schema';
    const problem =
      describeReference(ref, document) ??
      (isSchema && !isRecord(found) && typeof found !== 'boolean' && 'points to no schema');
    if (!problem) return;
    const effect = isSchema ? 'unusable' : 'ignored';
    const end = isSchema ? '' : ', so it is ignored';
    const reason = `The reference "${ref}" ${problem}${end}.`;
    add(value, { effect, pointer: joinPointer(pointer, '$ref'), reason });
  }

  /** A reference of another object than a schema, or of a schema of OpenAPI 3.0, is all that the object has. */
  function removeSiblings(kind: ObjectKind, value: Schema, pointer: string) {
    for (const key of Object.keys(value)) {
      if (key === '$ref') continue;
      if (key !== 'summary' && key !== 'description' && !key.startsWith('x-'))
        add(value, createLimit(commonConstructs.sibling, joinPointer(pointer, key), key));
      remove(kind, value, key);
    }
  }

  function visitField(kind: ObjectKind, value: Schema, at: string, key: string) {
    const { data, fields = {}, others } = objectTypes[kind];
    const other = others?.names.test(key) ? others.content : undefined;
    const content = Object.hasOwn(fields, key) ? fields[key] : other;
    const pointer = joinPointer(at, key);
    if (content !== undefined) return visitContent(kind, content, value, key, pointer);
    const isKnown =
      key.startsWith('x-') ||
      data.includes(key) ||
      constructs[kind]?.some((construct) => construct.key === key) ||
      (kind === 'securityRequirement' &&
        valueAt(document, joinPointer('/components/securitySchemes', key)) !== undefined) ||
      (kind === 'schema' && isKeyword(key));
    if (isKnown) return;
    add(value, createLimit({ ...commonConstructs.unknown, name: `"${key}"` }, pointer));
    remove(kind, value, key);
  }

  function visitContent(
    owner: ObjectKind,
    content: Content,
    parent: Schema,
    key: string,
    pointer: string,
  ) {
    const kind = content.replace(/\W+$/, '') as ObjectKind;
    const value = parent[key];
    const isWhole = kind === content;
    const isRightType = content.endsWith('[]') ? Array.isArray(value) : isRecord(value ?? {});
    if (!isRightType && (kind !== 'schema' || !isWhole)) {
      add(parent, createLimit(commonConstructs.malformed, pointer, key));
    }
    if (isWhole) return visitChild(value, pointer, key);
    for (const [name, child] of Object.entries(value ?? {})) {
      visitChild(child, joinPointer(pointer, name), Array.isArray(value) ? '' : name);
    }

    function visitChild(child: unknown, childPointer: string, name: string) {
      visit(kind, { value: child, pointer: childPointer, name });
      if (kind !== 'schema' || owner === 'schema') return;
      const error = findSchemaError(child, childPointer);
      if (!error) return;
      add(isObject(child) ? child : parent, {
        effect: 'unusable',
        pointer: error.pointer,
        reason: error.value,
      });
    }
  }

  function add(owner: unknown, limit: FoundLimit) {
    const known = limits.get(owner) ?? [];
    const isKnown = known.some(
      ({ pointer, reason }) => pointer === limit.pointer && reason === limit.reason,
    );
    if (!isKnown) limits.set(owner, [...known, limit]);
  }
}

const toUpper = (letter: string) => letter.toUpperCase();

function remove(kind: ObjectKind, value: Schema, key: string) {
  if (kind === 'schema') delete value[key];
}
