/** The time for which a test waits for a condition, such as an element of a page. */
export const conditionTimeoutMs = 10_000;

/** The time limit of a test. */
export const testTimeoutMs = 15_000;

/** The time limit of tests and hooks that build, install, start commands or check a lot. */
export const longTestTimeoutMs = 120_000;
