/** What a subscriber writes. */
export interface MessageFields {
  subject: string;
  message: string;
}

export type FieldName = keyof MessageFields;

/** Most characters of each field, counted in UTF-16 units as the browser's `maxlength` does. */
export const maxLengths: Readonly<Record<FieldName, number>> = { subject: 100, message: 500 };

export const emptyFields: MessageFields = { subject: '', message: '' };

export function areEmpty({ subject, message }: MessageFields): boolean {
  return subject === '' && message === '';
}

/** Empty means empty: blanks are text. */
export function areComplete({ subject, message }: MessageFields): boolean {
  return subject !== '' && message !== '';
}
