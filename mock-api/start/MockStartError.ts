/** An error that prevents the start of the mock or the observer, and that the user can correct. */
export class MockStartError extends Error {
  override readonly name = 'MockStartError';
}
