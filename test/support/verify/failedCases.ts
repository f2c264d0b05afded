import { onTestFinished } from 'vitest';
import { loadContract } from '../../../mock-api/contract/load/loadContract.ts';
import type {
  BackendRequest,
  BackendResponse,
} from '../../../scripts/faulty-backend/httpMessages.ts';
import { type Fault, startBackend } from '../../../scripts/faulty-backend/startBackend.ts';
import { allWritesArguments, editorCredentials, runVerifier } from './runVerifier.ts';

const contract = await loadContract('openapi.yaml');

/** The requests that one fault of a backend affects, and what it responds to them. */
export type FaultRow = readonly [
  matches: (request: BackendRequest, fields: Record<string, unknown>) => boolean,
  replacement: BackendResponse | ((response: BackendResponse) => BackendResponse),
];

/** Starts the reference backend with several faults, and resolves to the cases that fail, by check. */
export async function failedCases(
  rows: readonly FaultRow[],
  args: readonly string[],
  rules: Fault['rules'] = {},
): Promise<string[]> {
  const backend = await startBackend({
    rules,
    respond(response, request) {
      const fields = fieldsOf(request);
      const row = rows.find(([matches]) => matches(request, fields));
      if (!row) return response;
      return typeof row[1] === 'function' ? row[1](response) : row[1];
    },
  });
  onTestFinished(backend.close);
  const allArguments = [...allWritesArguments, ...args];
  const report = await runVerifier(contract, backend.url, allArguments, editorCredentials);
  return report.results
    .flatMap(({ testCase, failures }) =>
      failures.map(({ check }) => `${check}: ${testCase.description}`),
    )
    .sort();
}

function fieldsOf({ body, headers }: BackendRequest): Record<string, unknown> {
  if (!/json/i.test(headers['content-type'] ?? '')) {
    return Object.fromEntries(new URLSearchParams(String(body)));
  }
  try {
    return Object(JSON.parse(String(body)));
  } catch {
    return {};
  }
}
