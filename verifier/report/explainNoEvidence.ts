import type { Run } from '../model.ts';

/** Explains in a sentence why a run has shown nothing about the backend. */
export function explainNoEvidence({ exchanges, skipped }: Run): string {
  if (exchanges.every(({ expected }) => expected === 'method')) {
    const options = new Set(skipped.flatMap(({ option }) => option ?? []));
    const advice = options.size > 0 ? ` Set ${[...options].join(', ')}.` : '';
    return `No valid request was sent, so nothing was tested.${advice}`;
  }
  const statuses = [...new Set(exchanges.map(({ response }) => response.status))].sort();
  return `Every response was ${statuses.join(' or ')}, so nothing was tested. Check the URL, VERIFY_USER and VERIFY_PASSWORD, and --header.`;
}
