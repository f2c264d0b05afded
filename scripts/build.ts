import { buildClient } from './build/buildClient.ts';
import { buildHost } from './build/buildHost.ts';
import { distDirectory } from './paths.ts';

/** Enough for an update that starts while the one before it is still in progress. */
const keptReleases = 2;

await Promise.all([buildClient({ keptReleases }), buildHost()]);
console.log(`Built the client and the host into ${distDirectory}`);
