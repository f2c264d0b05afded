/** What is wrong with a part of a document. */
export interface Problem {
  pointer: string;
  /** A sentence. */
  message: string;
  /** Whether the part is ignored, so that the document can be used. */
  isWarning?: boolean;
}
