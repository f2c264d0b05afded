import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take long for their size, because they start commands, browsers or backends, or wait for a time limit. */
const slowFiles =
  /\/(release|verifier)\/|\/(backendConnections|errorCatalogue|logDestination|main)\.test\.ts$/;

/**
 * Sorts the slow files of each project to the front, so that the last worker does not run alone. Vitest itself starts
 * with the files that took longest, or with the largest ones in a clone that has run no tests.
 */
export class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project))];
    const rankOf = ({ moduleId, project }: TestSpecification) =>
      2 * projects.indexOf(project) + (slowFiles.test(moduleId) ? 0 : 1);
    return sorted.toSorted((a, b) => rankOf(a) - rankOf(b));
  }
}
