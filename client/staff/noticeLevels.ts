/** The staff platform's number for a notice level, and its colours. */
export interface NoticeLevel {
  value: 0 | 1 | 2 | 3;
  color: string;
  backgroundColor: string;
}

/** The notice levels. Their colours are Bootstrap's text-emphasis and subtle-background pairs. */
export const noticeLevels = {
  HIDDEN: { value: 0, color: '#495057', backgroundColor: '#fcfcfd' },
  ERROR: { value: 1, color: '#58151c', backgroundColor: '#f8d7da' },
  WARNING: { value: 2, color: '#664d03', backgroundColor: '#fff3cd' },
  INFO: { value: 3, color: '#055160', backgroundColor: '#cff4fc' },
} as const satisfies Record<string, NoticeLevel>;
