import { createHash } from 'node:crypto';
import {
  findResponse,
  isRecord,
  isSingleUse,
  type Operation,
} from '../../../mock-api/contract/index.ts';
import type { BaseOptions } from '../plan/baseValues.ts';
import type { CaseDraft } from '../plan/testCase.ts';

/**
 * Creates the function that gives each request its own values for the properties that the contract marks
 * with `x-single-use`, so that a server that accepts each value once accepts them all. If there are none and the
 * operation declares 409, any text may have to be unique.
 */
export function createFreshValues(runId: string, { sampler, existingValues }: BaseOptions) {
  const suffixes = new Map<string | symbol, string>();

  return function refresh(operation: Operation, draft: CaseDraft, base: CaseDraft): CaseDraft {
    const { values } = draft;
    if (!isRecord(values.body) || draft.kind === 'invalid data') return draft;
    const body: Record<string, unknown> = { ...values.body };
    const suffix = suffixOf(draft);
    const texts = findTexts(operation, values.mediaType);
    const singleUse = texts.filter(([, pointer]) => isSingleUse(sampler.view(pointer)));
    const mayConflict = singleUse.length === 0 && findResponse(operation, 409) !== undefined;
    const { toleratedStatuses = [] } = draft;
    const changed: CaseDraft = {
      ...draft,
      values: { ...values, body },
      toleratedStatuses: mayConflict ? [...toleratedStatuses, 409] : toleratedStatuses,
    };
    const unique = mayConflict ? texts : singleUse;
    for (const [name, pointer] of unique) {
      const text = body[name];
      if (typeof text !== 'string') continue;
      const isUnchanged = isRecord(base.values.body) && text === base.values.body[name];
      const isValid = (it: string) => sampler.validator(pointer)(it).length === 0;
      const fresh = candidates(text, suffix, isUnchanged).find(isValid);
      if (fresh !== undefined) body[name] = fresh;
      // An earlier run may have used the value.
      else if (!mayConflict) return { ...changed, kind: 'unusual request' };
    }
    return changed;
  };

  function suffixOf({ repetition }: CaseDraft): string {
    const key = repetition?.sharesValues ? repetition.group : Symbol();
    const suffix = suffixes.get(key) ?? `-${runId}-${suffixes.size + 1}`;
    suffixes.set(key, suffix);
    return suffix;
  }

  function findTexts({ requestBody }: Operation, type: string | undefined) {
    const media = requestBody?.content.find(({ mediaType }) => mediaType === type);
    if (media?.schemaPointer === undefined) return [];
    const properties = [...sampler.view(media.schemaPointer).properties];
    return properties.filter(([name]) => !existingValues.has(name));
  }
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
