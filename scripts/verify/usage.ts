import { checks } from './plan/checks.ts';

/** The output of `npm run verify -- --help`. */
export const usage = `Usage: npm run verify -- URL [options]

Tests a backend against openapi.yaml and reports where it violates the contract.
Sends only reads unless --allow-writes is set.

  --brief ID             id of a brief that exists on the backend, so that a 404 is a failure
  --value NAME=VALUE     the same for any other parameter or body property; repeatable
  --user NAME            user name for the session; the password is read from VERIFY_PASSWORD
                         (default: VERIFY_USER)
  --header 'Name: value' header to send with every request; repeatable
  --allow-writes         also send requests that may change data
  --max-writes N         maximum number of those requests (default: 200)
  --only OPERATION       test only this operationId; repeatable
  --skip-check NAME      skip a check; repeatable
  --rate N               requests per second (default: 20)
  --timeout SECONDS      timeout of a request (default: 10)
  --tag TEXT             prefix of the texts in writes (default: [contract-check])
  --contract FILE        OpenAPI 3.1 file to test against (default: openapi.yaml)
  --dry-run              print the plan without sending anything
  --junit FILE           also write a JUnit XML report
  --json FILE            also write a JSON report
  -h, --help             show this help

Checks:
${Object.entries(checks)
  .map(([name, description]) => `  ${name.padEnd(28)} ${description}`)
  .join('\n')}

Exit codes: 0 no violations, 1 violations found, 2 the verifier could not run.`;
