import { RejectedRequest } from './parse.ts';

const routeId = /^(?!\.+$)[A-Za-z0-9\-._~!$&'()*+,=:@{}]{1,128}$/;
const maxLengths = { subjectLine: 100, text: 500, recaptchaResponse: Infinity } as const;
const fields = new Set(['briefId', 'subscriberId', ...Object.keys(maxLengths)]);

export function isRouteId(value: unknown): value is string {
  return typeof value === 'string' && routeId.test(value);
}

/**
 * @returns the brief's id
 * @throws RejectedRequest if the value is not a FeedbackSubmission
 */
export function validateSubmission(value: unknown): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new RejectedRequest(400, 'The body is not an object.');
  }
  const submission = value as Record<string, unknown>;
  const unknown = Object.keys(submission).find((name) => !fields.has(name));
  if (unknown !== undefined) throw new RejectedRequest(400, 'The body has an unknown property.');
  for (const [name, maxLength] of Object.entries(maxLengths)) {
    if (!isString(submission[name], maxLength)) {
      throw new RejectedRequest(400, `${name}: expected a string of 1 to ${maxLength} characters.`);
    }
  }
  const { briefId, subscriberId } = submission;
  if (typeof subscriberId !== 'number' && !isString(subscriberId, 128)) {
    throw new RejectedRequest(400, 'subscriberId: expected a number or 1 to 128 characters.');
  }
  if (!isRouteId(briefId)) throw new RejectedRequest(400, 'briefId: expected the id of a brief.');
  return briefId;
}

/** Counts code points, as JSON Schema does. */
function isString(value: unknown, maxLength: number): boolean {
  if (typeof value !== 'string' || value === '') return false;
  return value.length <= maxLength || [...value].length <= maxLength;
}
