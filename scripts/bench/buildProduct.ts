/** Builds the client and the host. Loads the build tools, which `--help` does not need. */
export async function buildProduct(): Promise<void> {
  const { buildClient } = await import('../build/buildClient.ts');
  const { buildHost } = await import('../build/buildHost.ts');
  await Promise.all([buildClient(), buildHost()]);
}
