import type { CaseDraft } from '../../plan/testCase.ts';
import {
  type AwkwardText,
  type AwkwardTextGroup,
  awkwardTexts,
  typedTexts,
} from '../../values/awkwardTexts.ts';
import { combineDrafts } from '../combineDrafts.ts';
import type { PhaseContext } from '../phaseContext.ts';
import { findLocations, type ValueLocation, vary } from '../valueLocations.ts';

/** Longer than most database columns, shorter than most limits of a request. */
const longLength = 5000;

/**
 * Finds servers that reject, change or fail on valid free text. One request varies all free texts of a body; only if it
 * fails are they varied one by one.
 */
export function* textCases(context: PhaseContext): Iterable<CaseDraft> {
  const locations = findLocations(context).filter((it) => it.isFreeText && !it.isExisting);
  for (const place of ['query', 'body']) {
    const varied = locations.filter((location) => location.place === place);
    for (const group of awkwardTexts) {
      const { isSuspicious = false } = group;
      const combined = combineTexts(context, varied, group);
      if (combined) yield isSuspicious ? tolerateFirewall(context, combined) : combined;
    }
    if (place === 'body') {
      yield* longText(context, varied);
      yield* typedText(context, varied);
    }
  }
}

function tolerateFirewall({ operation }: PhaseContext, draft: CaseDraft): CaseDraft {
  const isDeclared = operation.responses.some(({ status }) => status === '403');
  return isDeclared ? { ...draft, toleratedStatuses: [403] } : draft;
}

/** All texts of a group in all locations, then in each location, then each text in each location. */
function combineTexts(
  context: PhaseContext,
  locations: readonly ValueLocation[],
  { description, texts, isFirst = false }: AwkwardTextGroup,
): CaseDraft | undefined {
  const parts = locations.flatMap((location) => {
    const single = texts.flatMap((text) =>
      withTexts(context, location, text.description, [text], isFirst),
    );
    const [all] = withTexts(context, location, description, texts, isFirst);
    return all ? [{ ...all, ...(single.length > 1 && { parts: single }) }] : single;
  });
  return combineDrafts(context, locations, parts, `Every free text ${description}.`);
}

function withTexts(
  context: PhaseContext,
  location: ValueLocation,
  description: string,
  texts: readonly AwkwardText[],
  isFirst: boolean,
): CaseDraft[] {
  const { sampler, isTagged } = context;
  const { value, isSingleUse, place, accepts } = location;
  const text = texts.map((each) => each.text).join(' ');
  const prefix = isTagged && place === 'body' ? `${sampler.tag} ` : '';
  const tagged = isFirst ? [`${text} ${prefix.trimEnd()}`, text] : [prefix + text, text];
  const candidates = isSingleUse ? [`${text} ${value}`] : tagged;
  const found = candidates.find(accepts);
  return found === undefined ? [] : [vary(context, location, found, description)];
}

function* longText(
  context: PhaseContext,
  locations: readonly ValueLocation[],
): Iterable<CaseDraft> {
  const unlimited = locations.filter(({ accepts }) => accepts('a'.repeat(longLength)));
  const toleratedStatuses = [413];
  const parts = unlimited.map((location): CaseDraft => {
    const text = `${location.value} `.padEnd(longLength, 'a');
    return { ...vary(context, location, text, `has ${longLength} characters`), toleratedStatuses };
  });
  const description = `Every free text has ${longLength} characters.`;
  const combined = combineDrafts(context, unlimited, parts, description);
  if (combined) yield { ...combined, toleratedStatuses };
}

/** One value at a time, so that another one still has the tag. */
function* typedText(
  context: PhaseContext,
  locations: readonly ValueLocation[],
): Iterable<CaseDraft> {
  for (const location of locations) {
    if (location.isSingleUse || locations.length < 2) continue;

    for (const { description, text } of typedTexts) {
      if (location.accepts(text)) yield vary(context, location, text, description);
    }
  }
}
