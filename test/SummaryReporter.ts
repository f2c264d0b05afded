import type { Reporter, TestModule } from 'vitest/node';

/** Ends the output with one line of counts that scripts can parse, such as `12 passed, 0 failed`. */
export class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]) {
    const counts = { passed: 0, failed: 0, skipped: 0, pending: 0 };
    for (const module of modules) {
      for (const test of module.children.allTests()) counts[test.result().state] += 1;
      // A file that fails to load has errors but no tests.
      if (!module.ok() && module.errors().length > 0) counts.failed += 1;
    }
    const { passed, failed, skipped, pending } = counts;
    const notRun = skipped + pending;
    console.log(`${passed} passed, ${failed} failed${notRun > 0 ? `, ${notRun} skipped` : ''}`);
  }
}
