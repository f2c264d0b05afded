import type { CaseDraft } from '../../plan/testCase.ts';
import {
  type AwkwardText,
  type AwkwardTextGroup,
  awkwardTexts,
} from '../../values/awkwardTexts.ts';
import { combineDrafts } from '../combineDrafts.ts';
import type { PhaseContext } from '../phaseContext.ts';
import { findLocations, type ValueLocation, vary } from '../valueLocations.ts';

/** Longer than most database columns, shorter than most limits of a request. */
const longLength = 5000;

/** The path of a request must not contain these, even encoded: servers reject them before routing. */
const unroutable = /[/\\\0]/;

/**
 * Valid free text that servers often reject. One request varies all free texts of a body; only if it
 * fails are they varied one by one.
 */
export function* textCases(context: PhaseContext): Iterable<CaseDraft> {
  const locations = findLocations(context).filter((it) => it.isFreeText && !it.isExisting);
  for (const place of ['path', 'query', 'header', 'body']) {
    const varied = locations.filter((location) => location.place === place);
    if (varied.length === 0) continue;
    const groups: readonly AwkwardTextGroup[] = place === 'header' ? headerTexts : awkwardTexts;
    for (const { description, texts, isSuspicious = false } of groups) {
      const usable = place === 'path' ? texts.filter(({ text }) => !unroutable.test(text)) : texts;
      const combined = combineTexts(context, varied, description, usable);
      if (combined) yield isSuspicious ? tolerateFirewall(context, combined) : combined;
    }
    if (place === 'body') {
      yield* longText(context, varied);
      yield* textLikeNothing(context, varied);
    }
  }
}

/** Texts that a header can carry, in one group. */
const headerTexts = [
  {
    description: 'contains punctuation',
    texts: awkwardTexts
      .flatMap(({ texts }) => texts)
      .filter(({ text }) => /^[\x20-\x7e]*$/.test(text)),
  },
];

function tolerateFirewall({ operation }: PhaseContext, draft: CaseDraft): CaseDraft {
  const isDeclared = operation.responses.some(({ status }) => status === '403');
  return isDeclared ? { ...draft, toleratedStatuses: [403] } : draft;
}

/** All texts of a group in all locations, then in each location, then each text in each location. */
function combineTexts(
  context: PhaseContext,
  locations: readonly ValueLocation[],
  description: string,
  texts: readonly AwkwardText[],
): CaseDraft | undefined {
  const parts = locations.flatMap((location) => {
    const single = texts.flatMap((text) => withTexts(context, location, text.description, [text]));
    const [all] = withTexts(context, location, description, texts);
    return all ? [{ ...all, ...(single.length > 1 && { parts: single }) }] : single;
  });
  const [{ place } = { place: '' }] = locations;
  const subject = place === 'body' ? "The body's free text" : `Every ${place} with free text`;
  return combineDrafts(context, locations, parts, `${subject} ${description}.`);
}

function withTexts(
  context: PhaseContext,
  location: ValueLocation,
  description: string,
  texts: readonly AwkwardText[],
): CaseDraft[] {
  const { sampler, isTagged } = context;
  const { value, isSingleUse, place, accepts } = location;
  const text = texts.map((each) => each.text).join(' ');
  const prefix = isTagged && place === 'body' ? `${sampler.tag} ` : '';
  const candidates = isSingleUse ? [`${text} ${value}`] : [prefix + text, text];
  const found = texts.length > 0 ? candidates.find(accepts) : undefined;
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
  const description = `The body's free text has ${longLength} characters.`;
  const combined = combineDrafts(context, unlimited, parts, description);
  if (combined) yield { ...combined, toleratedStatuses };
}

/** Loosely typed languages take it for a missing value. */
function* textLikeNothing(
  context: PhaseContext,
  locations: readonly ValueLocation[],
): Iterable<CaseDraft> {
  for (const location of locations) {
    const isUsable = location.accepts('0') && !location.isSingleUse;
    if (isUsable) yield vary(context, location, '0', 'is the text "0"');
  }
}
