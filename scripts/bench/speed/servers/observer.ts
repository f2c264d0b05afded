/** The observer in front of `BACKEND_URL`. */
import { startObserver } from '../../../../mock-api/observer/startObserver.ts';

const { BACKEND_URL = '', PORT } = process.env;

await startObserver({ backend: new URL(BACKEND_URL), port: Number(PORT) });
