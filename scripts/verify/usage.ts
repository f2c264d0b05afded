import { checks } from '../../mock-api/contract/cases/checks.ts';

/** What `npm run verify -- --help` prints. */
export const usage = `npm run verify -- URL [options]

Asks a backend everything that openapi.yaml lets one ask, and says where it does not honour it.
Only reads, unless --allow-writes is given.

  --brief ID             a brief that the backend knows; it then has to be found
  --value NAME=VALUE     the same for any parameter or field of a body
  --user NAME            or VERIFY_USER, with VERIFY_PASSWORD: for the session
  --header 'Name: text'  sent with every request
  --allow-writes         also send what may change something, tagged in its text
  --max-writes N         how many of those at most (200)
  --only OPERATION       by operationId; may be repeated
  --skip-check NAME      may be repeated
  --rate N               requests per second (20)
  --timeout SECONDS      for one request (10)
  --tag TEXT             what texts are tagged with ([contract-check])
  --contract FILE        another OpenAPI 3.1 file
  --dry-run              print the plan and send nothing
  --junit FILE           also write JUnit XML
  --json FILE            also write JSON

Checks:
${Object.entries(checks)
  .map(([name, what]) => `  ${name.padEnd(22)} ${what}`)
  .join('\n')}

Exit status: 0 conforms, 1 does not, 2 could not run.`;
