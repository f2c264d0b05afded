import { parseArgs } from 'node:util';
import { parsePort } from '../listen.ts';
import { MockStartError } from '../MockStartError.ts';
import type { StartObserverOptions } from './startObserver.ts';

const defaultPort = 4020;

export const observerUsage = `Usage: npm run observe -- URL [options]

Forwards requests to the backend at URL and validates all traffic against openapi.yaml.
Set the host's BACKEND_URL to the observer's URL.

Options:
  --port N           port to listen on (default: ${defaultPort})
  --host ADDRESS     address to listen on (default: 127.0.0.1, this machine only)
  --contract FILE    validate against another OpenAPI 3.1 file
  --record-bodies    record ids and bodies unmasked; passwords and cookies are never recorded
  --help             show this help`;

/**
 * Parses the command line. Returns undefined for `--help`.
 * @throws {MockStartError} for an invalid argument
 */
export function parseObserverOptions(args: readonly string[]): StartObserverOptions | undefined {
  const { values, positionals } = parse(args);
  if (values.help) return undefined;
  const [url = '', ...rest] = positionals;
  const backend = URL.canParse(url) ? new URL(url) : undefined;
  if (!backend || !/^https?:$/.test(backend.protocol) || rest.length > 0) {
    const given = positionals.length === 0 ? 'none' : `"${positionals.join(' ')}"`;
    throw new MockStartError([
      `URL: expected a URL that starts with http:// or https://, got ${given}. See --help.`,
    ]);
  }
  const { host, contract, port = String(defaultPort) } = values;
  return {
    backend,
    port: parsePort('--port', port),
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
  } catch (cause) {
    // Node.js adds hints about positional arguments in further sentences.
    const [reason] = String(cause instanceof Error ? cause.message : cause).split('. ');
    throw new MockStartError([`${reason}. See --help.`], { cause });
  }
}
