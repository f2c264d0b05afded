import { buildClient } from './buildClient.ts';
import { buildHost } from './buildHost.ts';
import { distDirectory } from './paths.ts';

await Promise.all([buildClient(), buildHost()]);
console.log(`Built the client and the host into ${distDirectory}`);
