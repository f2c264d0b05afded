/** A notice's level as the staff platform numbers it, with the colours of its text and background. */
export interface NoticeLevel {
  value: 0 | 1 | 2 | 3;
  color: string;
  backgroundColor: string;
}

/** The colours are Bootstrap's pairs of text emphasis and subtle background. */
export const noticeLevels = {
  HIDDEN: { value: 0, color: '#495057', backgroundColor: '#fcfcfd' },
  ERROR: { value: 1, color: '#58151c', backgroundColor: '#f8d7da' },
  WARNING: { value: 2, color: '#664d03', backgroundColor: '#fff3cd' },
  INFO: { value: 3, color: '#055160', backgroundColor: '#cff4fc' },
} as const satisfies Record<string, NoticeLevel>;
