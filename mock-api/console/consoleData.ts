/** The data that the server embeds in the console's page for its script. */
export interface ConsoleData {
  /** The URL of the feedback page, with the placeholder `{briefId}`. */
  feedbackPage: string;
  operations: readonly { id: string; method: string; path: string }[];
}
