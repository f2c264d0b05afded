import type { Reporter, TestModule } from 'vitest/node';

/** Ends the output with the counts alone on a line, for machines that read it. */
export class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]) {
    const counts = { passed: 0, failed: 0, skipped: 0, pending: 0 };
    for (const module of modules) {
      for (const test of module.children.allTests()) counts[test.result().state] += 1;
      if (!module.ok() && module.errors().length > 0) counts.failed += 1;
    }
    const { passed, failed, skipped, pending } = counts;
    const rest = skipped + pending > 0 ? `, ${skipped + pending} skipped` : '';
    console.log(`${passed} passed, ${failed} failed${rest}`);
  }
}
