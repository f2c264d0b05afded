import type { FeedbackSubmission } from '#openapi';
import { fieldLabels, formHints, quote } from '../messages.ts';
import type { FeedbackParams } from '../routes.ts';

/** The properties of a submission that a subscriber writes. The page adds the others. */
type Written = Omit<FeedbackSubmission, 'briefId' | 'subscriberId' | 'recaptchaResponse'>;

export interface FormField {
  /** The name of the text in the state and in storage. */
  name: string;
  label: string;
  /** The greatest length in UTF-16 units, as the browser counts `maxlength`. The contract has the same number. */
  maxLength: number;
  isRequired: boolean;
  /** The number of lines of a multiline field. */
  rows?: number;
}

/**
 * The fields of the contact form, by their property in a submission. Everything that shows, stores, compares or sends
 * fields reads these rows, and a property of the contract without a row does not compile. The first row whose text is
 * not blank gives the title of a receipt and of a kept message.
 */
const rows = {
  subjectLine: { name: 'subject', label: fieldLabels.subject, maxLength: 100, isRequired: true },
  text: { name: 'message', label: fieldLabels.message, maxLength: 500, isRequired: true, rows: 12 },
} as const satisfies Record<keyof Written, FormField>;

type Row = (typeof rows)[keyof Written];

export type FieldName = Row['name'];

/** The texts of the fields. */
export type MessageFields = Readonly<Record<FieldName, string>>;

/** The element of a field, an `input` or a `textarea` depending on `FormField.rows`. */
export type FieldElement = HTMLInputElement & HTMLTextAreaElement;

/** The fields, in the order of the form. */
export const formFields: readonly (FormField & Pick<Row, 'name'>)[] = Object.values(rows);

/** Returns the id of the element of a field. Its prefix keeps it apart from the other ids of the page. */
export function fieldId(name: FieldName): string {
  return `field-${name}`;
}

/** Returns an object with a value for each field. */
export function mapFields<Value>(
  valueFor: (field: (typeof formFields)[number]) => Value,
): Record<FieldName, Value> {
  const entries = formFields.map((field) => [field.name, valueFor(field)]);
  return Object.fromEntries(entries);
}

export const emptyFields: MessageFields = mapFields(() => '');

/** Finds the elements of the fields. Call it each time, because a browser extension may replace or remove them. */
export function findFields(form: ParentNode) {
  return formFields.flatMap(({ name }) => {
    const element = form.querySelector<FieldElement>(`#${fieldId(name)}`);
    return element ? [{ name, element }] : [];
  });
}

/** Returns the texts of the fields that are in the form. */
export function readForm(form: ParentNode): Partial<MessageFields> {
  return Object.fromEntries(findFields(form).map(({ name, element }) => [name, element.value]));
}

/** Shows the texts in the fields that are in the form. The caret stays in a field that shows its text already. */
export function fillForm(form: ParentNode, fields: MessageFields): void {
  for (const { name, element } of findFields(form)) {
    if (element.value !== fields[name]) element.value = fields[name];
  }
}

export function isEmpty(fields: MessageFields): boolean {
  return isSame(fields, emptyFields);
}

export function isSame(first: MessageFields, second: MessageFields): boolean {
  return formFields.every(({ name }) => first[name] === second[name]);
}

/**
 * Returns the hint that says what must be done before the message can be sent, or an empty string. Whitespace counts as
 * text.
 */
export function findHint(fields: MessageFields): string {
  const missing = formFields.filter(({ name, isRequired }) => isRequired && !fields[name]);
  if (missing.length > 0) return formHints.empty(missing.map(({ label }) => label));

  // A browser extension can set a text that is longer than `maxlength`.
  const isTooLong = formFields.some(({ name, maxLength }) => fields[name].length > maxLength);
  return isTooLong ? formHints.tooLong : '';
}

/** Returns the title of a message: the first of its texts that is not blank. */
export function titleOf(fields: MessageFields): string {
  return formFields.map(({ name }) => fields[name].trim()).find(Boolean) ?? '';
}

/** Quotes the first 100 characters of the title of a message, for a sentence that mentions it. */
export function quoteTitle(fields: MessageFields): string {
  return quote(titleOf(fields).slice(0, 100));
}

/** Joins the texts of a message, to be copied or printed. */
export function textOf(fields: MessageFields): string {
  return formFields.flatMap(({ name }) => fields[name] || []).join('\n\n');
}

/**
 * Removes the halves of surrogate pairs from full fields. Firefox inserts an emoji in two halves, the
 * second of which may not fit.
 */
export function removeHalves(fields: MessageFields): MessageFields {
  return mapFields(({ name, maxLength }) =>
    fields[name].length < maxLength ? fields[name] : fields[name].replace(/\p{Surrogate}/gu, ''),
  );
}

/** Returns the fields as properties of a submission, without the empty ones. */
export function toSubmission(fields: MessageFields): Written {
  const texts = Object.entries(rows).map(([property, { name }]) => [property, fields[name]]);
  return Object.fromEntries(texts.filter(([, text]) => text));
}

/** Returns the key in `sessionStorage` of the messages of a subscriber to a brief. */
export function storageKey({ subscriberId, briefId }: FeedbackParams): string {
  return `subscriber-feedback:messages:${subscriberId}/${briefId}`;
}
