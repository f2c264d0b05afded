import type { CaseDraft, ValidDraft } from '../../plan/testCase.ts';
import { type AwkwardTextGroup, awkwardTexts, typedTexts } from '../../values/awkwardTexts.ts';
import { combineDrafts, type PhaseContext, vary } from '../phaseContext.ts';
import { isFreeText, type ValueLocation } from '../valueLocations.ts';

/** Longer than most database columns, shorter than most limits of a request. */
const longLength = 5000;

/**
 * Finds servers that reject, change or fail on valid free text. One request varies all free texts of a body; only if it
 * fails are they varied one by one.
 */
export function* textCases(context: PhaseContext): Iterable<CaseDraft> {
  const texts = context.locations.filter((it) => isFreeText(it.schema) && !it.isExisting);
  const inBody = texts.filter(({ place }) => place === 'body');
  const inQuery = texts.filter(({ place }) => place === 'query');

  for (const locations of [inQuery, inBody]) {
    for (const group of awkwardTexts) {
      const combined = combineTexts(context, locations, group);
      if (combined) yield combined;
    }
  }
  const long = longTexts(context, inBody);
  if (long) yield long;
  yield* typedTextCases(context, inBody);
}

/** All texts of a group in all locations, then in each location, then each text in each location. */
function combineTexts(
  context: PhaseContext,
  locations: readonly ValueLocation[],
  group: AwkwardTextGroup,
): CaseDraft | undefined {
  const parts = locations.flatMap((location): [ValueLocation, CaseDraft][] => {
    const single = group.texts.flatMap(
      ([description, text]) => varyText(context, location, group, text, description) ?? [],
    );
    const all = group.texts.map(([, text]) => text).join(' ');
    const draft = varyText(context, location, group, all, group.description);
    if (!draft) return single.map((it) => [location, it]);
    return [[location, single.length > 1 ? { ...draft, parts: single } : draft]];
  });
  const combined = combineDrafts(context, parts, `Every free text ${group.description}.`);
  const declaresForbidden = context.operation.responses.some(({ status }) => status === '403');
  const isTolerated = group.isSuspicious && declaresForbidden;
  return combined && isTolerated ? { ...combined, toleratedStatuses: [403] } : combined;
}

/** With the tag of writes, if it fits; undefined if the text is not valid there. */
function varyText(
  context: PhaseContext,
  location: ValueLocation,
  { isFirst }: AwkwardTextGroup,
  text: string,
  description: string,
): ValidDraft | undefined {
  const { sampler, isTagged } = context;
  const { value, isSingleUse, place, schema } = location;
  const candidates = [text];
  if (isTagged && place === 'body') {
    candidates.unshift(isFirst ? `${text} ${sampler.tag}` : `${sampler.tag} ${text}`);
  }
  // The value is part of a text that can be used once.
  const texts = isSingleUse ? [`${text} ${value}`] : candidates;
  const found = texts.find((it) => sampler.accepts(schema.pointer, it));
  return found === undefined ? undefined : vary(context, location, found, description);
}

function longTexts(
  context: PhaseContext,
  locations: readonly ValueLocation[],
): CaseDraft | undefined {
  const toleratedStatuses = [413];
  const parts = locations.flatMap((location): [ValueLocation, CaseDraft][] => {
    const text = `${location.value} `.padEnd(longLength, 'a');
    if (!context.sampler.accepts(location.schema.pointer, text)) return [];

    const draft = vary(context, location, text, `has ${longLength} characters`);
    return [[location, { ...draft, toleratedStatuses }]];
  });
  const sentence = `Every free text has ${longLength} characters.`;
  const combined = combineDrafts(context, parts, sentence);
  return combined && { ...combined, toleratedStatuses };
}

/** One value at a time, so that another one still has the tag. */
function* typedTextCases(
  context: PhaseContext,
  locations: readonly ValueLocation[],
): Iterable<CaseDraft> {
  if (locations.length < 2) return;

  for (const location of locations.filter((it) => !it.isSingleUse)) {
    for (const [description, text] of typedTexts) {
      const isValid = context.sampler.accepts(location.schema.pointer, text);
      if (isValid) yield vary(context, location, text, description);
    }
  }
}
