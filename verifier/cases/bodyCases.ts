import { isRecord, type MediaType, mayBeMissing } from '#contract';
import { findCredentialFields } from '../checks/requestFields.ts';
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
  const isSignIn = findCredentialFields(contract, list.operation) !== undefined;
  for (const { path, value, predicate } of findCandidates(contract, pointer, body)) {
    const [name = ''] = path;
    const isOnce = name !== '' && Object(body)[name] === onceValue;
    const isText = typeof value === 'string' && value !== '';
    const changed = replaceAt(body, path, isOnce && isText ? textLike(onceValue, value) : value);
    const subject = path.length === 0 ? 'the body' : path.join('.');
    const mayBeUnknown = isSignIn || existingValues.has(name);
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

/** The free texts of a body: all of them at once, and one by one if that fails. */
class TextCases {
  readonly #list: CaseList;
  readonly #body: Body;
  readonly #names: readonly string[];
  /** The maximum lengths, by the names of those that have one. */
  readonly #limits: ReadonlyMap<string, number>;
  readonly #isSignIn: boolean;

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
    this.#isSignIn = findCredentialFields(contract, list.operation) !== undefined;
  }

  add(): void {
    if (this.#names.length === 0) return;

    for (const group of textGroups) this.#addGroup(group);
    // One text keeps the tag, so that a reader knows where the others come from.
    const tagged = this.#names.find((name) => isTagged(this.#body[name]));
    const others = this.#names.filter((name) => name !== tagged);
    for (const [predicate, text] of wholeTexts) {
      this.#addWhole(predicate, others, () => text);
      if (tagged !== undefined) this.#addWhole(predicate, [tagged], () => text);
    }
    this.#addLengths();
  }

  #addLengths(): void {
    const limited = [...this.#limits.keys()];
    const unlimited = this.#names.filter((name) => !this.#limits.has(name));
    if (limited.length > 0) this.#addMaximum(limited);
    if (unlimited.length === 0) return;
    this.#addWhole('has 5000 characters', unlimited, () => 'a'.repeat(5000), { tolerated: [413] });
  }

  #addMaximum(names: readonly string[]): void {
    const create = (changed: readonly string[], unit: string) => {
      const texts = changed.map((name) => [name, this.#fill(name, unit)]);
      const description = `${changed.join(' and ')} at the maximum length, in ${JSON.stringify(unit)}`;
      return this.#create(description, Object.fromEntries(texts), {});
    };
    const parts = names.flatMap((name) => countedTwice.map((unit) => create([name], unit)));
    this.#list.addGroup(create(names, countedTwice.join('')), parts);
  }

  /** A text of the maximum length, with what the value must keep. */
  #fill(name: string, unit: string): string {
    const max = this.#limits.get(name) ?? 0;
    const kept = textLike(this.#body[name], '');
    return kept + resizeText(unit, max - kept.length);
  }

  /** Several texts, which a value may have beside what it must keep. */
  #addGroup({ description, texts, isSuspicious = false, isUnusual = false }: TextGroup): void {
    const mayBeFiltered = isSuspicious && this.#list.declares(/^(403|4XX|default)$/i);
    const change: CaseChange = { tolerated: mayBeFiltered ? [403] : [] };
    if (isUnusual) change.expected = 'any';

    const all = this.#names.map((name) => [name, textLike(this.#body[name], texts.join(' '))]);
    const parts = this.#names.flatMap((name) =>
      texts.map((text) => {
        const changed = { [name]: textLike(this.#body[name], text) };
        return this.#create(`${name} contains ${JSON.stringify(text)}`, changed, change);
      }),
    );
    const whole = this.#create(`the texts contain ${description}`, Object.fromEntries(all), change);
    this.#list.addGroup(whole, parts);
  }

  /** One text, which is the whole value. */
  #addWhole(
    predicate: string,
    names: readonly string[],
    textOf: (name: string) => string,
    change: CaseChange = {},
  ): void {
    if (names.length === 0) return;

    const changes = names.map((name) => {
      const isOnce = this.#body[name] === onceValue;
      return [name, isOnce ? textLike(onceValue, textOf(name)) : textOf(name)] as const;
    });
    const parts = changes.map(([name, text]) =>
      this.#create(`${name} ${predicate}`, { [name]: text }, change),
    );
    const whole = this.#create(`each text ${predicate}`, Object.fromEntries(changes), change);
    this.#list.addGroup(whole, parts);
  }

  #create(description: string, changed: Body, change: CaseChange) {
    const request = this.#list.encode({ body: { ...this.#body, ...changed } });
    return this.#list.create(description, request, { ...change, mayBeUnknown: this.#isSignIn });
  }
}
