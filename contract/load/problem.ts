/** A mistake in a part of a document. */
export interface Problem {
  /** The JSON pointer of the part. */
  pointer: string;
  /** A sentence. */
  message: string;
  /** Whether the part is ignored, so that the document can be used. */
  isWarning?: boolean;
}
