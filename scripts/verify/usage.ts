import { checks } from '#verifier';

/** The output of `npm run verify "--" --help`. */
export const usage = `Usage: ${process.env.VERIFY_COMMAND ?? 'npm run verify "--"'} URL [options]

Tests a backend against openapi.yaml and reports where it violates the contract.
Sends only reads unless --allow-writes is set.

What to test:
  --only ID              test only this operation, by its operationId; repeatable
  --skip-check NAME      skip a check; repeatable
  --allow-writes         also send requests that may change data
  --enforce-single-use   expect a value that can be used once to be rejected the second time
  --baseline FILE        JSON with known failures, which do not fail the run
  --write-baseline FILE  write the failures of this run as known ones; edit their reasons
  --contract FILE        test against another version of the contract, in OpenAPI 3.1
                         (default: openapi.yaml)

What to send:
  --brief ID[=NAME]      id of a brief that exists on the backend, so that a 404 is a failure, and its
                         name, which the response must have; fullName:NAME names the property
  --value NAME=VALUE     the same for any other parameter or body property; repeatable
  --public-url URL       the host in front of the backend, for requests as it forwards them
  --no-wrong-passwords   never send a wrong password of VERIFY_USER; otherwise two, last
  --header 'Name: value' header to send with every request, for example with credentials; repeatable
  --rate N               requests per second (default: 20); less after a 429
  --timeout SECONDS      timeout of a request (default: 10)

The environment variables VERIFY_USER and VERIFY_PASSWORD have the credentials for the session.
NODE_EXTRA_CA_CERTS is the file of a private certificate. NODE_USE_ENV_PROXY=1 uses HTTPS_PROXY.

  -h, --help             show this help

Checks:
${list(checks)}

Exit codes: 0 no failures, 1 failures, 2 nothing was tested, or the run could not start,
3 no failures, but something that was asked for was not tested.`;

function list(entries: Readonly<Record<string, string>>): string {
  return Object.entries(entries)
    .map(([name, description]) => `  ${name.padEnd(28)} ${description}`)
    .join('\n');
}
