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

export const emptyFields: MessageFields = { subject: '', message: '' };

export function isEmpty({ subject, message }: MessageFields): boolean {
  return subject === '' && message === '';
}

/** Whether neither field is empty. Whitespace counts as text. */
export function isComplete({ subject, message }: MessageFields): boolean {
  return subject !== '' && message !== '';
}
