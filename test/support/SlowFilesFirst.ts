import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Small files that take seconds, because they start browsers, commands or servers. */
const slowFiles = [
  'journeys/errorCatalogue.test.ts',
  'scripts/dev.test.ts',
  'scripts/generate.test.ts',
  'scripts/start.test.ts',
  'scripts/usage.test.ts',
  'verifier/ordinaryBackends.test.ts',
];

/**
 * Vitest starts with the files that took longest, or with the largest ones in a clone that has run no tests. Of each
 * project, these come first, so that the last worker does not run alone.
 */
export class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project))];
    const isSlow = ({ moduleId }: TestSpecification) =>
      slowFiles.some((file) => moduleId.endsWith(`/${file}`));
    const rankOf = (file: TestSpecification) =>
      2 * projects.indexOf(file.project) + (isSlow(file) ? 0 : 1);
    return sorted.toSorted((a, b) => rankOf(a) - rankOf(b));
  }
}
