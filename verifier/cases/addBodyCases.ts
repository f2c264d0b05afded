import { isRecord, type MediaType, mayBeMissing } from '#contract';
import { isSignIn } from '../checks/credentialFields.ts';
import { type Body, createBody, inventedId, isFreeText, isTagged, textLike } from './baseValues.ts';
import type { CaseChange, CaseList } from './CaseList.ts';
import { onceValue } from './onceValue.ts';
import { findCandidates } from './values/findCandidates.ts';
import { replaceAt } from './values/replaceAt.ts';
import {
  countedTwice,
  resizeText,
  type TextGroup,
  textGroups,
  wholeTexts,
} from './values/texts.ts';

/** Adds the cases about the values of the body. */
export function addBodyCases(list: CaseList): void {
  const { operation, values } = list;
  const [media] = operation.requestBody?.content ?? [];
  if (!media || values.body === undefined) return;

  addExamples(list, media);
  addCandidates(list, media.schemaPointer ?? '');
  if (isRecord(values.body)) {
    addInventedIds(list);
    new TextCases(list, media.schemaPointer ?? '').add();
  }
  if (!operation.requestBody?.required) return;
  list.add('the body is missing', list.encode({ body: undefined }));
}

/** The other examples. */
function addExamples(list: CaseList, { examples }: MediaType): void {
  for (const { name, value } of examples.slice(1)) {
    const body = createBody(list.options, list.operation, value);
    list.add(`the example ${name}`, list.encode({ body }));
  }
}

/** One value at a time. */
function addCandidates(list: CaseList, pointer: string): void {
  const { contract, existingValues } = list.options;
  const { body } = list.values;
  for (const { path, value, predicate } of findCandidates(contract, pointer, body)) {
    const [name = ''] = path;
    const isOnce = name !== '' && Object(body)[name] === onceValue;
    const isText = typeof value === 'string' && value !== '';
    const changed = replaceAt(body, path, isOnce && isText ? textLike(onceValue, value) : value);
    const subject = path.length === 0 ? 'the body' : path.join('.');
    const mayBeUnknown = isSignIn(contract, list.operation) || existingValues.has(name);
    list.add(`${subject} ${predicate}`, list.encode({ body: changed }), { mayBeUnknown });
  }
}

/** Some servers accept a body first, and look its resource up later. */
function addInventedIds(list: CaseList): void {
  const { operation, options, values } = list;
  if (!mayBeMissing(operation)) return;

  const body = Object(values.body) as Body;
  for (const name of Object.keys(body).filter((it) => options.existingValues.has(it))) {
    const request = list.encode({ body: { ...body, [name]: inventedId } });
    list.add(`${name} was invented`, request, { expected: 'not found', isAdvice: true });
  }
}

/** A predicate such as `has 500 characters`, and the text of a property for it. */
type Variant = readonly [predicate: string, textOf: (name: string) => string];

/** The free texts of a body: all of them at once, and one by one if that fails. */
class TextCases {
  readonly #list: CaseList;
  readonly #body: Body;
  readonly #names: readonly string[];
  /** The maximum lengths, by the names of those that have one. */
  readonly #limits: ReadonlyMap<string, number>;

  constructor(list: CaseList, pointer: string) {
    const { contract, existingValues } = list.options;
    const body = list.values.body as Body;
    const texts = [...contract.schemaAt(pointer).properties].filter(
      ([name, property]) =>
        Object.hasOwn(body, name) && isFreeText(contract, property) && !existingValues.has(name),
    );
    const limits = texts.flatMap(([name, property]) => {
      const max = contract.schemaAt(property).limit('maxLength')?.value;
      return max === undefined || body[name] === onceValue ? [] : [[name, max] as const];
    });
    this.#list = list;
    this.#body = body;
    this.#names = texts.map(([name]) => name);
    this.#limits = new Map(limits);
  }

  add(): void {
    for (const group of textGroups) this.#addGroup(group);
    // One text keeps the tag, so that a reader knows where the others come from.
    const tagged = this.#names.filter((name) => isTagged(this.#body[name])).slice(0, 1);
    const others = this.#names.filter((name) => !tagged.includes(name));
    for (const [predicate, text] of wholeTexts) {
      const whole: Variant = [predicate, (name) => this.#whole(name, text)];
      for (const names of [others, tagged]) this.#addTogether(names, whole, [whole]);
    }
    const limited = [...this.#limits.keys()];
    const units = countedTwice.map((unit) => this.#fill(unit));
    this.#addTogether(limited, this.#fill(countedTwice.join('')), units);

    const unlimited = this.#names.filter((name) => !this.#limits.has(name));
    const long: Variant = ['has 5000 characters', (name) => this.#whole(name, 'a'.repeat(5000))];
    this.#addTogether(unlimited, long, [long], { tolerated: [413] });
  }

  /** Several texts, which a value may have beside what it must keep. */
  #addGroup({ description, texts, isSuspicious = false, isUnusual = false }: TextGroup): void {
    const mayBeFiltered = isSuspicious && this.#list.declares(/^(403|4XX|default)$/i);
    const change: CaseChange = { tolerated: mayBeFiltered ? [403] : [] };
    if (isUnusual) change.expected = 'any';

    const beside = (what: string, text: string): Variant => [
      `contains ${what}`,
      (name) => textLike(this.#body[name], text),
    ];
    const alone = texts.map((text) => beside(JSON.stringify(text), text));
    this.#addTogether(this.#names, beside(description, texts.join(' ')), alone, change);
  }

  /** One text, which is the whole value. */
  #whole(name: string, text: string): string {
    return this.#body[name] === onceValue ? textLike(onceValue, text) : text;
  }

  /** A text of the maximum length, with what the value must keep. */
  #fill(unit: string): Variant {
    const textOf = (name: string) => {
      const kept = textLike(this.#body[name], '');
      return kept + resizeText(unit, (this.#limits.get(name) ?? 0) - kept.length);
    };
    return [`has its maximum length, in ${JSON.stringify(unit)}`, textOf];
  }

  /** All properties in one request, and each of them alone in each variant if that fails. */
  #addTogether(
    names: readonly string[],
    [predicate, textOf]: Variant,
    alone: readonly Variant[],
    change: CaseChange = {},
  ): void {
    if (names.length === 0) return;

    const parts = names.flatMap((name) =>
      alone.map(([other, otherText]) =>
        this.#create(`${name} ${other}`, { [name]: otherText(name) }, change),
      ),
    );
    const all = Object.fromEntries(names.map((name) => [name, textOf(name)]));
    this.#list.addGroup(this.#create(`each text ${predicate}`, all, change), parts);
  }

  #create(description: string, changed: Body, change: CaseChange) {
    const { contract } = this.#list.options;
    const mayBeUnknown = isSignIn(contract, this.#list.operation);
    const request = this.#list.encode({ body: { ...this.#body, ...changed } });
    return this.#list.create(description, request, { ...change, mayBeUnknown });
  }
}
