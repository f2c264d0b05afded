/** Reads a response and describes it to the tester. */
export async function describeResponse(sent: Promise<Response>): Promise<string> {
  try {
    const response = await sent;
    await response.text();
    return `Status ${response.status}`;
  } catch {
    return 'No complete response';
  }
}
