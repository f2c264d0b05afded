import { join } from 'node:path';

export const projectDirectory = join(import.meta.dirname, '..');
export const distDirectory = join(projectDirectory, 'dist');
/** The built client, beside the host's one file. */
export const clientDirectory = join(distDirectory, 'client');
