import { join, sep } from 'node:path';

export const projectDirectory = join(import.meta.dirname, '../..');
export const distDirectory = join(projectDirectory, 'dist');
/** The built client, in the directory where the built host looks for it. */
export const clientDirectory = join(distDirectory, 'client');
/** The client that `npm start` and `npm run dev` build. It is never deployed. */
export const developmentDirectory = join(projectDirectory, 'node_modules/.cache/client');
/** The built host. */
export const serverFile = join(distDirectory, 'server.js');
/** The npm package of the mock and the test helper. */
export const packageDirectory = join(distDirectory, 'package');

/** Returns a path with slashes on every system, for comparison with a path that the source contains. */
export function toPosix(path: string): string {
  return path.split(sep).join('/');
}
