import { isRecord, isSingleUse, type Operation } from '../../../mock-api/contract/index.ts';
import type { BaseOptions } from '../plan/baseValues.ts';
import type { CaseDraft } from '../plan/testCase.ts';

/**
 * Creates the function that gives each request its own values for the properties that the contract marks
 * with `x-single-use`, so that a server that accepts each value once accepts them all.
 */
export function createFreshValues(runId: string, { sampler, existingValues }: BaseOptions) {
  let count = 0;

  return function refresh(operation: Operation, draft: CaseDraft, base: CaseDraft): CaseDraft {
    const { values } = draft;
    if (!isRecord(values.body) || draft.kind === 'invalid data') return draft;
    let { kind } = draft;
    const body: Record<string, unknown> = { ...values.body };
    for (const name of singleUseNames(operation, values.mediaType)) {
      const text = body[name];
      if (typeof text !== 'string') continue;
      count += 1;
      const suffix = `-${runId}-${count}`;
      const isUnchanged = isRecord(base.values.body) && text === base.values.body[name];
      const characters = [...text];
      if (isUnchanged) body[name] = text + suffix;
      else if (characters.length > suffix.length) {
        body[name] = characters.slice(0, -suffix.length).join('') + suffix;
      } else {
        // An earlier run may have used such a short value.
        kind = 'unusual request';
      }
    }
    return { ...draft, kind, values: { ...values, body } };
  };

  function singleUseNames({ requestBody }: Operation, type: string | undefined): string[] {
    const media = requestBody?.content.find(({ mediaType }) => mediaType === type);
    if (media?.schemaPointer === undefined) return [];
    return [...sampler.view(media.schemaPointer).properties]
      .filter(([name, pointer]) => isSingleUse(sampler.view(pointer)) && !existingValues.has(name))
      .map(([name]) => name);
  }
}
