/** The mock is not as a test expects it, or cannot be reached. */
export class MockError extends Error {
  override readonly name = 'MockError';
}
