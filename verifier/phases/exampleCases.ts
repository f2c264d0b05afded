import { tagStrings } from '../plan/baseValues.ts';
import type { CaseDraft } from '../plan/testCase.ts';
import { type PhaseContext, withParameter } from './phaseContext.ts';

/** Finds servers that reject a named example of the contract. */
export function* exampleCases(context: PhaseContext): Iterable<CaseDraft> {
  yield* parameterExamples(context);
  yield* bodyExamples(context);
}

function* parameterExamples({ operation, base }: PhaseContext): Iterable<CaseDraft> {
  for (const { in: location, name, examples } of operation.parameters) {
    const key = `${location} ${name}`;
    for (const { name: exampleName, value, pointer } of examples) {
      if (value === base.values.parameters.get(key)) continue;

      const noun = location === 'header' ? 'header' : `${location} parameter`;
      const description = `The ${noun} "${name}" is the example "${exampleName}".`;
      const values = withParameter(base, key, value);
      yield { ...base, pointer, values, description, usesExistingValues: false };
    }
  }
}

function* bodyExamples(context: PhaseContext): Iterable<CaseDraft> {
  const { operation, base, isTagged } = context;
  for (const { mediaType, schemaPointer, examples } of operation.requestBody?.content ?? []) {
    if (schemaPointer === undefined) continue;

    for (const { name, value, pointer } of examples) {
      const body = isTagged ? tagStrings(value, schemaPointer, context) : value;
      const description = `The body is the example "${name}".`;
      const values = { ...base.values, mediaType, body };
      yield { ...base, pointer, values, description, usesExistingValues: false };
    }
  }
}
