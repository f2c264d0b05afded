import type { FeedbackParams } from '../routes.ts';

/** The fields of the contact form. */
export interface MessageFields {
  subject: string;
  message: string;
}

/** Limits in UTF-16 code units, as the browser counts `maxlength`. The contract has the same numbers. */
export const maxLengths: Readonly<Record<keyof MessageFields, number>> = {
  subject: 100,
  message: 500,
};

const names = Object.keys(maxLengths) as (keyof MessageFields)[];

export const emptyFields: MessageFields = { subject: '', message: '' };

export function isEmpty(fields: MessageFields): boolean {
  return isSame(fields, emptyFields);
}

export function isSame(first: MessageFields, second: MessageFields): boolean {
  return names.every((name) => first[name] === second[name]);
}

/** Why a message cannot be sent. Whitespace counts as text. */
export type Incomplete = 'empty' | 'tooLong';

/** Returns undefined if the message can be sent. */
export function findIncomplete(fields: MessageFields): Incomplete | undefined {
  if (names.some((name) => fields[name] === '')) return 'empty';
  // A tool of the subscriber can set more than the field lets through.
  return names.some((name) => fields[name].length > maxLengths[name]) ? 'tooLong' : undefined;
}

/** What names a message: its subject, or its text if the subject is blank. */
export function titleOf({ subject, message }: MessageFields): string {
  return subject.trim() || message;
}

/**
 * Removes the halves of surrogate pairs from full fields. Firefox inserts an emoji in two halves, the
 * second of which may not fit.
 */
export function removeHalves({ subject, message }: MessageFields): MessageFields {
  const remove = (text: string, maxLength: number) =>
    text.length < maxLength ? text : text.replace(/\p{Surrogate}/gu, '');
  return {
    subject: remove(subject, maxLengths.subject),
    message: remove(message, maxLengths.message),
  };
}

export function readFields({ elements }: HTMLFormElement): MessageFields {
  const read = (name: keyof MessageFields) =>
    (elements.namedItem(name) as HTMLInputElement | HTMLTextAreaElement).value;
  return { subject: read('subject'), message: read('message') };
}

/** The key in `sessionStorage` of what a subscriber has written to a brief. */
export function storageKey({ subscriberId, briefId }: FeedbackParams): string {
  return `subscriber-feedback:messages:${subscriberId}/${briefId}`;
}
