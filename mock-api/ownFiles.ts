import { fileURLToPath } from 'node:url';

// The published package has copies at the same places relative to its bundle.

/** The contract of this product. */
export const ownContractFile = fileURLToPath(new URL('../openapi.yaml', import.meta.url));

/** The briefs, users and scenarios of this product. */
export const ownDataFile = fileURLToPath(new URL('data.yaml', import.meta.url));
