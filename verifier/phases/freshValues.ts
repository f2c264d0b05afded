import { createHash } from 'node:crypto';
import {
  type Contract,
  findResponse,
  isRecord,
  isSingleUse,
  isSingleUseParameter,
  type Operation,
} from '../../contract/index.ts';
import type { BaseOptions } from '../plan/baseValues.ts';
import type { CaseDraft } from '../plan/testCase.ts';
import { withParameter } from './phaseContext.ts';

type Values = CaseDraft['values'];

/** A parameter, or a property of a body. */
interface Place {
  isSingleUse: boolean;
  schemaPointer: string;
  read(values: Values): unknown;
  replace(values: Values, text: string): Values;
}

/**
 * Creates the function that gives each request its own values for the parameters and properties that the contract
 * marks with `x-single-use`, so that a server that accepts each value once accepts them all. If there are none and the
 * operation declares 409, any text of the body may have to be unique.
 */
export function createFreshValues(
  { document }: Contract,
  runId: string,
  { sampler, existingValues }: BaseOptions,
) {
  const suffixes = new Map<string | symbol, string>();

  return function refresh(operation: Operation, draft: CaseDraft, base: CaseDraft): CaseDraft {
    if (draft.kind === 'invalid data') return draft;

    const properties = findProperties(operation, draft.values);
    const marked = [...findParameters(operation), ...properties].filter((it) => it.isSingleUse);
    const mayConflict = marked.length === 0 && findResponse(operation, 409) !== undefined;
    const suffix = suffixOf(draft);
    const freshen: Freshen = (place, text) => {
      const isUnchanged = text === place.read(base.values);
      const isValid = (it: string) => sampler.validator(place.schemaPointer)(it).length === 0;
      return candidates(text, suffix, isUnchanged).find(isValid);
    };
    return mayConflict
      ? refreshTexts(draft, properties, freshen)
      : refreshMarked(draft, marked, freshen);
  };

  function suffixOf({ repetition }: CaseDraft): string {
    const key = repetition?.sharesValues ? repetition.group : Symbol();
    const suffix = suffixes.get(key) ?? `-${runId}-${suffixes.size + 1}`;
    suffixes.set(key, suffix);
    return suffix;
  }

  function findParameters({ parameters }: Operation): Place[] {
    return parameters.flatMap((parameter) => {
      const { name, in: location, schemaPointer } = parameter;
      if (schemaPointer === undefined || existingValues.has(name)) return [];

      const key = `${location} ${name}`;
      return {
        isSingleUse: isSingleUseParameter(document, parameter),
        schemaPointer,
        read: (values) => values.parameters.get(key),
        replace: (values, text) => withParameter({ values }, key, text),
      };
    });
  }

  function findProperties({ requestBody }: Operation, { mediaType, body }: Values): Place[] {
    const media = requestBody?.content.find((it) => it.mediaType === mediaType);
    if (media?.schemaPointer === undefined || !isRecord(body)) return [];

    const properties = [...sampler.view(media.schemaPointer).properties];
    const own = properties.filter(([name]) => !existingValues.has(name));
    return own.map(([name, schemaPointer]) => ({
      isSingleUse: isSingleUse(sampler.view(schemaPointer)),
      schemaPointer,
      read: (values) => Object(values.body)[name],
      replace: (values, text) => ({ ...values, body: { ...Object(values.body), [name]: text } }),
    }));
  }
}

/** A valid new text for a place; undefined if none is found. */
type Freshen = (place: Place, text: string) => string | undefined;

/** New values where the contract requires them. */
function refreshMarked(draft: CaseDraft, marked: readonly Place[], freshen: Freshen): CaseDraft {
  let { values } = draft;
  for (const place of marked) {
    const text = place.read(values);
    if (typeof text !== 'string') continue;

    const fresh = freshen(place, text);
    // An earlier run may have used the value.
    if (fresh === undefined) return { ...draft, values, kind: 'unusual request' };

    values = place.replace(values, fresh);
  }
  return { ...draft, values };
}

/** New texts where the schema allows them, because any of them may have to be unique. */
function refreshTexts(draft: CaseDraft, properties: readonly Place[], freshen: Freshen): CaseDraft {
  let { values } = draft;
  for (const place of properties) {
    const text = place.read(values);
    if (typeof text !== 'string') continue;

    const fresh = freshen(place, text);
    if (fresh !== undefined) values = place.replace(values, fresh);
  }
  return { ...draft, values, toleratedStatuses: [...(draft.toleratedStatuses ?? []), 409] };
}

/** Texts that differ with the suffix; of the same length unless the text is that of the base request. */
function candidates(text: string, suffix: string, isUnchanged: boolean): string[] {
  const start = [...text].slice(0, -suffix.length).join('');
  const ofSameLength = start === '' ? [] : [start + suffix];
  return isUnchanged ? [text + suffix, ...ofSameLength, replaceInKind(text, suffix)] : ofSameLength;
}

/** Replaces letters by letters, digits by digits and hexadecimal digits by such, as most patterns require. */
function replaceInKind(text: string, seed: string): string {
  const bytes = createHash('sha256').update(seed).digest();
  const kinds = ['0123456789', 'abcdef', 'ABCDEF', 'ghijklmnopqrstuvwxyz', 'GHIJKLMNOPQRSTUVWXYZ'];
  return Array.from(text, (character, i) => {
    const kind = kinds.find((it) => it.includes(character)) ?? character;
    return kind[(bytes[i % bytes.length] ?? 0) % kind.length];
  }).join('');
}
