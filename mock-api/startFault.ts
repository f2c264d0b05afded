import { ContractError } from './contract/ContractError.ts';
import { isObject } from './contract/pointer.ts';

/** A reason not to start that a person can act on: its message is one sentence or several, a line each. */
export class MockStartFault extends Error {
  override readonly name = 'MockStartFault';
}

/**
 * Reads `MOCK_PORT`, 4010 where it is missing or blank.
 * @throws {MockStartFault} where it is no port
 */
export function readMockPort(setting: string | undefined): number {
  const text = setting?.trim() || '4010';
  if (/^\d{1,5}$/.test(text) && Number(text) < 65_536) return Number(text);
  throw new MockStartFault(`MOCK_PORT is "${text}", which is no port: a whole number up to 65535.`);
}

/** Turns what `startMock` may reject with into a `MockStartFault`; what nobody foresaw stays as it is. */
export function explainStartFault(error: unknown, port: number): unknown {
  if (error instanceof ContractError) return new MockStartFault(error.faults.join('\n'));
  const code = isObject(error) ? error.code : undefined;
  if (code === 'EADDRINUSE')
    return new MockStartFault(`Port ${port} is in use. Set MOCK_PORT to another one.`);
  if (code === 'EACCES')
    return new MockStartFault(`Port ${port} may not be opened. Set MOCK_PORT to another one.`);
  return error;
}
