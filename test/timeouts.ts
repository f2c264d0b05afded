/** How long a test waits for a condition, such as an element of a page. */
export const conditionTimeoutMs = 10_000;

/** A failing test fails within this time. */
export const testTimeoutMs = 15_000;

/** For a test or a hook that builds, installs or checks so much that it takes longer on a slow machine. */
export const longTestTimeoutMs = 60_000;
