import { loadMockFiles } from '../../../mock-api/operations/loadMockFiles.ts';

/** The built-in scenarios of an operation and those of the data file, with their expected outcomes. */
export async function expectedScenarios(operationId: string) {
  const { data } = await loadMockFiles('openapi.yaml', 'mock-api/data.yaml');
  return data.scenarios.list.flatMap(({ id, operation, expected }) =>
    operation === operationId && expected ? [{ id, expected }] : [],
  );
}
