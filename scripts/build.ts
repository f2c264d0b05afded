import { buildClient } from './build/buildClient.ts';
import { buildHost } from './build/buildHost.ts';
import { distDirectory } from './paths.ts';

await Promise.all([buildClient(), buildHost()]);
console.log(`Built the client and the host into ${distDirectory}`);
