/** How long a test waits for a condition, such as an element of a page. */
export const conditionTimeoutMs = 10_000;

/** A failing test fails within this time. */
export const testTimeoutMs = 15_000;

/** For tests and hooks that build, install, start commands or check a lot, which takes longer on a slow machine. */
export const longTestTimeoutMs = 120_000;
