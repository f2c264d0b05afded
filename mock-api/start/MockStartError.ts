/** The mock or the observer cannot start, for a reason that the user can fix. */
export class MockStartError extends Error {
  override readonly name = 'MockStartError';
}
