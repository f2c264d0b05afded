import { parseArgs } from 'node:util';
import { MockStartFault } from '../startFault.ts';
import type { StartObserverOptions } from './startObserver.ts';

const USUAL_PORT = 4020;

export const observerUsage = `npm run observe -- URL [options]

Stands in front of a real backend and holds what passes against openapi.yaml.
Set the host's BACKEND_URL to the address that it prints.

  --port N           where it listens (${USUAL_PORT})
  --host ADDRESS     on which address (127.0.0.1: this machine only)
  --contract FILE    another OpenAPI 3.1 file
  --record-bodies    write down ids and texts as they are; passwords and cookies never are`;

/**
 * Reads the command line; undefined where it asks for help.
 * @throws {MockStartFault} where something in it cannot be meant
 */
export function readObserverOptions(args: readonly string[]): StartObserverOptions | undefined {
  const { values, positionals } = parse(args);
  if (values.help) return undefined;
  const [address = '', ...more] = positionals;
  const backend = URL.canParse(address) ? new URL(address) : undefined;
  if (!backend || !/^https?:$/.test(backend.protocol) || more.length > 0) {
    throw new MockStartFault('Give one URL that begins with http:// or https://: the backend’s.');
  }
  const { host, contract, port = String(USUAL_PORT) } = values;
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
    throw new MockStartFault(`--port is "${port}", which is no port: a whole number up to 65535.`);
  }
  return {
    backend,
    port: Number(port),
    ...(host !== undefined && { host }),
    ...(contract !== undefined && { contractFile: contract }),
    recordBodies: values['record-bodies'] ?? false,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        port: { type: 'string' },
        host: { type: 'string' },
        contract: { type: 'string' },
        'record-bodies': { type: 'boolean' },
        help: { type: 'boolean' },
      },
    });
  } catch (error) {
    throw new MockStartFault(error instanceof Error ? error.message : String(error));
  }
}
