import type { ConsoleData } from '../../consoleData.ts';

export interface StaffCall {
  user: string;
  password: string;
  operation: string;
}

/** Signs in, calls another operation unless it is the sign-in itself, and describes the result. */
export async function callAsStaff(
  operations: ConsoleData['operations'],
  { user, password, operation }: StaffCall,
): Promise<string> {
  const call = async (id: string, init?: RequestInit) => {
    const { method = 'GET', path = '/' } =
      operations.find((candidate) => candidate.id === id) ?? {};
    const headers = { 'Cache-Control': 'no-cache' };
    const response = await fetch(path, { ...init, method, headers });
    await response.text();
    return response.status;
  };
  try {
    const body = new URLSearchParams({ username: user, password });
    const status = await call('signIn', { body });
    const isDone = operation === 'signIn' || status >= 400;
    return `Status ${isDone ? status : await call(operation)}`;
  } catch {
    return 'No complete response';
  }
}
