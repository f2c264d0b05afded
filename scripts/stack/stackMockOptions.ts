import { parseMockSettings } from '../../mock-api/start/mockSettings.ts';
import type { StartMockOptions } from '../../mock-api/startMock.ts';
import type { Environment } from '../../server/config/config.ts';

/**
 * Returns the options of the mock behind the host.
 * @throws {MockStartError}
 */
export function stackMockOptions(env: Environment): StartMockOptions {
  // The console links to the product even if it is opened at the mock's own URL.
  return { ...parseMockSettings(env), productUrl: `http://localhost:${env.PORT || 3000}` };
}
