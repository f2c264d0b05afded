import { describeReference, isRecord, joinPointer, pointerOfRef, valueAt } from '../jsonPointer.ts';
import { isKeyword } from '../schema/compileSchema.ts';
import type { Located } from '../schema/resolveSchema.ts';
import { shorten } from '../violation.ts';
import {
  type Construct,
  commonConstructs,
  constructs,
  type Effect,
  effects,
  type Place,
} from './constructs.ts';
import { type Content, type ObjectKind, objectTypes } from './openApiObjects.ts';

/** A place in a document with a construct that is not supported. */
export interface FoundLimit {
  effect: Effect;
  pointer: string;
  /** A sentence. */
  reason: string;
  /** Whether it is supported outside of requests. */
  isOfRequest?: boolean;
}

type Schema = Record<string, unknown>;

interface VisitedDocument {
  /** Every schema that is an object, each before those nested in it. */
  schemas: Located<Schema>[];
  /** The schemas that are in no other schema, whatever their type. */
  rootSchemas: (Located & { owner: Schema })[];
  /** The objects that are ignored as a whole. */
  ignored: Set<unknown>;
  /** By the object that has the construct, since a YAML alias is the same object in several places. */
  limits: Map<unknown, FoundLimit[]>;
  add(owner: unknown, limit: FoundLimit): void;
}

/** The limit of a construct at a pointer. `subject` is the text that the warning quotes, if it is one. */
export function createLimit(
  { name, effect, isOfRequest = false }: Pick<Construct, 'name' | 'effect' | 'isOfRequest'>,
  pointer: string,
  subject?: unknown,
): FoundLimit {
  const sentence = `${name} ${effects[effect]}`.replaceAll('`', '"').replace(/^./, toUpper);
  const quoted = typeof subject === 'string' && subject !== '' ? `: "${shorten(subject)}"` : '';
  return { effect, pointer, reason: `${sentence}${quoted}.`, isOfRequest };
}

/**
 * Visits every object of OpenAPI, also those that only a reference leads to, and notes what is not supported. What
 * is ignored in a schema is removed from it, so that no validator can find it, and so is a style.
 */
export function visitDocument(document: Schema, version: string): VisitedDocument {
  const schemas: Located<Schema>[] = [];
  const rootSchemas: VisitedDocument['rootSchemas'] = [];
  const ignored = new Set<unknown>();
  const limits = new Map<unknown, FoundLimit[]>();
  const visited = new Set<unknown>();
  const securitySchemes = valueAt(document, '/components/securitySchemes');
  /** What references lead to is visited last: most of it has its own place. */
  const targets: [ObjectKind, Located & { name: string }][] = [
    ['document', { value: document, pointer: '', name: '' }],
  ];
  for (const [kind, located] of targets) visit(kind, located);
  return { schemas, rootSchemas, ignored, limits, add };

  function visit(kind: ObjectKind, { value, pointer, name }: Located & { name: string }) {
    if (!isRecord(value) || visited.has(value)) return;
    visited.add(value);
    if (kind === 'schema') schemas.push({ value, pointer });
    if (typeof value.$ref === 'string') {
      const { $ref: ref } = value;
      const target = pointerOfRef(ref);
      if (target !== undefined) {
        targets.push([kind, { value: valueAt(document, target), pointer: target, name }]);
      }
      if (kind !== 'schema' || version.startsWith('3.0.'))
        return visitReference(kind, value, pointer, ref);
    }
    const place = { value, pointer, name, document, version };
    for (const construct of constructs[kind] ?? []) {
      const { key, effect, applies } = construct;
      if ((key !== undefined && !Object.hasOwn(value, key)) || applies?.(place) === false) continue;
      const subject = key === undefined ? (value.name ?? name) : value[key];
      const at = key === undefined ? pointer : joinPointer(pointer, key);
      add(value, createLimit(construct, at, subject));
      if (effect !== 'ignored') continue;
      if (key === undefined) ignored.add(value);
      else remove(kind, value, key);
    }
    visitFields(kind, place);
  }

  /** A reference of another object than a schema, or of a schema of OpenAPI 3.0, is all that the object has. */
  function visitReference(kind: ObjectKind, value: Schema, pointer: string, ref: string) {
    for (const key of Object.keys(value)) {
      if (key === '$ref') continue;
      const isIgnored = !['summary', 'description'].includes(key) && !key.startsWith('x-');
      if (isIgnored)
        add(value, createLimit(commonConstructs.sibling, joinPointer(pointer, key), key));
      remove(kind, value, key);
    }
    const problem = kind === 'schema' ? undefined : describeReference(ref, document);
    if (problem === undefined) return;
    const reason = `The reference "${ref}" ${problem}, so it is ignored.`;
    add(value, { effect: 'ignored', pointer: joinPointer(pointer, '$ref'), reason });
  }

  function visitFields(kind: ObjectKind, { value, pointer }: Place) {
    const { data, fields = {}, others } = objectTypes[kind];
    for (const [key, content] of Object.entries(fields)) {
      if (Object.hasOwn(value, key)) visitContent(kind, content, value, key, pointer);
    }
    for (const key of Object.keys(value)) {
      if (others?.names.test(key)) visitContent(kind, others.content, value, key, pointer);
      else if (!isKnown(key)) {
        const { security, unknown } = commonConstructs;
        const construct = kind === 'securityRequirement' ? security : unknown;
        add(value, createLimit(construct, joinPointer(pointer, key), key));
        remove(kind, value, key);
      }
    }

    function isKnown(key: string): boolean {
      if (key.startsWith('x-') || data.includes(key) || Object.hasOwn(fields, key)) return true;
      if (constructs[kind]?.some((construct) => construct.key === key)) return true;
      if (kind === 'securityRequirement')
        return isRecord(securitySchemes) && Object.hasOwn(securitySchemes, key);
      return kind === 'schema' && isKeyword(key);
    }
  }

  function visitContent(
    owner: ObjectKind,
    content: Content,
    parent: Schema,
    key: string,
    at: string,
  ) {
    const kind = content.replace(/\W+$/, '') as ObjectKind;
    const pointer = joinPointer(at, key);
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
      if (kind === 'schema' && owner !== 'schema')
        rootSchemas.push({ value: child, pointer: childPointer, owner: parent });
      visit(kind, { value: child, pointer: childPointer, name });
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
  if (kind === 'schema' || key === 'style') delete value[key];
}
