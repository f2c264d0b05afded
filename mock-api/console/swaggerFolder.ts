import { createRequire } from 'node:module';
import { dirname } from 'node:path';

const require = createRequire(import.meta.url);

/** The folder of Swagger UI's files. The build of the package replaces this module. */
export const swaggerFolder = dirname(require.resolve('swagger-ui-dist/package.json'));
