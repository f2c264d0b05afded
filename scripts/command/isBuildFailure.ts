/** Whether esbuild has failed because of the source. It has then printed each mistake with its file and line. */
export function isBuildFailure(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('Build failed');
}
