import { isSignIn } from '../checks/credentialFields.ts';
import { propertiesOf } from '../checks/propertiesOf.ts';
import { type Body, isFreeText, isTagged, replaceText } from './baseValues.ts';
import type { CaseList, CaseOptions } from './CaseList.ts';
import { singleUsePlaceholder } from './singleUsePlaceholder.ts';
import { expandingCharacters, resizeText, textGroups, wholeTexts } from './values/texts.ts';

/** A property of a body that may have any text. */
interface FreeText {
  name: string;
  value: unknown;
  /** The maximum length; undefined if there is none, or for a single-use value. */
  maxLength: number | undefined;
}

/** A predicate such as `has 500 characters`, and a function that creates the text of a property for it. */
type TextChange = readonly [predicate: string, createText: (property: FreeText) => string];

/** Adds cases that change all free texts of a body together, and each alone if that fails. */
export function addTextCases(list: CaseList, body: Body): void {
  const texts = findFreeTexts(list, body);
  addGroups(list, texts);
  // One text keeps the tag, so that readers recognize where the others come from.
  const tagged = texts.filter(({ value }) => isTagged(value)).slice(0, 1);
  const others = texts.filter((it) => !tagged.includes(it));
  for (const [predicate, text] of wholeTexts) {
    const change = replaceWhole(predicate, text);
    for (const changed of [others, tagged]) addTogether(list, changed, change, [change]);
  }
  const limited = texts.filter(({ maxLength }) => maxLength !== undefined);
  addTogether(list, limited, fill(expandingCharacters.join('')), expandingCharacters.map(fill));
  const unlimited = texts.filter(({ maxLength }) => maxLength === undefined);
  const long = replaceWhole('has 5000 characters', 'a'.repeat(5000));
  addTogether(list, unlimited, long, [long], { tolerated: [413] });
}

function findFreeTexts({ operation, options }: CaseList, body: Body): FreeText[] {
  const { contract, existingValues } = options;
  const properties = [...propertiesOf(contract, operation.requestBody?.content)].filter(
    ([name, pointer]) =>
      Object.hasOwn(body, name) && isFreeText(contract, pointer) && !existingValues.has(name),
  );
  return properties.map(([name, pointer]) => {
    const value = body[name];
    const limit = contract.schemaAt(pointer).limit('maxLength')?.value;
    return { name, value, maxLength: value === singleUsePlaceholder ? undefined : limit };
  });
}

/** Adds a case for each group of texts. Each value keeps its tag `[contract-check]`, before the texts. */
function addGroups(list: CaseList, texts: readonly FreeText[]): void {
  for (const { description, texts: group, isSuspicious, isUnusual } of textGroups) {
    const mayBeFiltered = isSuspicious && list.declares(/^(403|4XX|default)$/i);
    const options: CaseOptions = { tolerated: mayBeFiltered ? [403] : [] };
    if (isUnusual) options.expected = 'any';

    const all = contain(description, group.join(' '));
    const kind = group.length === 1 ? `${description}, ` : '';
    const alone = group.map((text) => contain(kind + JSON.stringify(text), text));
    addTogether(list, texts, all, alone, options);
  }
}

function contain(what: string, text: string): TextChange {
  return [`contains ${what}`, ({ value }) => replaceText(value, text)];
}

/** Creates a change that replaces a whole value, except for the placeholder of a single-use value. */
function replaceWhole(predicate: string, text: string): TextChange {
  return [
    predicate,
    ({ value }) => (value === singleUsePlaceholder ? replaceText(value, text) : text),
  ];
}

/** Creates a change that repeats a text up to the maximum length. */
function fill(unit: string): TextChange {
  const createText = ({ value, maxLength = 0 }: FreeText) => {
    const kept = replaceText(value, '');
    return kept + resizeText(unit, maxLength - kept.length);
  };
  return [`has its maximum length, in ${JSON.stringify(unit)}`, createText];
}

/** Adds one case that changes all texts, and if it fails, cases that change each text alone in several ways. */
function addTogether(
  list: CaseList,
  texts: readonly FreeText[],
  [predicate, createText]: TextChange,
  alone: readonly TextChange[],
  options?: CaseOptions,
): void {
  if (texts.length === 0) return;

  const create = (description: string, changes: Body) => {
    const mayBeUnknown = isSignIn(list.options.contract, list.operation);
    const request = list.encode({ body: { ...Object(list.values.body), ...changes } });
    return list.create(description, request, { ...options, mayBeUnknown });
  };
  const parts = texts.flatMap((text) =>
    alone.map(([other, createOther]) =>
      create(`${text.name} ${other}`, { [text.name]: createOther(text) }),
    ),
  );
  const all = Object.fromEntries(texts.map((text) => [text.name, createText(text)]));
  list.addGroup(create(`each text ${predicate}`, all), parts);
}
