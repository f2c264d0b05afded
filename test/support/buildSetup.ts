import { buildClient } from '../../scripts/buildClient.ts';
import { buildHost } from '../../scripts/buildHost.ts';

/** Builds `dist/` once, so that no test ever sees yesterday's. */
export async function setup() {
  await Promise.all([buildClient(), buildHost()]);
}
