import { stringify } from 'yaml';
import { isJson, parseMediaType } from '../contract/http/mediaType.ts';
import type { Behaviour } from './behaviour.ts';
import type { Scenario } from './scenario.ts';

/** Formats scenarios as the section `scenarios` of a data file, from which a team can copy one. */
export function formatScenarios(scenarios: readonly Scenario[]): string {
  const section = Object.fromEntries(
    [...Map.groupBy(scenarios, ({ id }) => id)].map(([id, group]) => {
      const [first, ...others] = group.map(format);
      return [id, others.length > 0 ? [first, ...others] : first];
    }),
  );
  return stringify({ scenarios: section }, { lineWidth: 100 });
}

function format(scenario: Scenario) {
  const { operation, description, expected, expectation, behaviour, laterBehaviours } = scenario;
  const steps = [behaviour, ...(laterBehaviours ?? [])].map(formatStep);
  return {
    operation,
    description,
    ...((expected ?? expectation) !== '' && { expected: expected ?? expectation }),
    ...(laterBehaviours ? { steps: steps.map((step) => (isEmpty(step) ? 'ok' : step)) } : steps[0]),
  };
}

function formatStep({ response, example, headers, delayMs, fault, bytesPerSecond }: Behaviour) {
  return {
    ...(response && formatResponse(response)),
    ...(example?.status !== undefined && { status: example.status }),
    ...(example?.name !== undefined && { example: example.name }),
    ...(headers && { headers }),
    ...(delayMs !== undefined && {
      delay: Array.isArray(delayMs) ? { from: delayMs[0], to: delayMs[1] } : delayMs,
    }),
    ...(fault && { fault }),
    ...(bytesPerSecond !== undefined && { bytesPerSecond }),
  };
}

function formatResponse({ status, mediaType, body }: NonNullable<Behaviour['response']>) {
  const value = typeof body === 'string' ? parseJson(body) : body.json;
  const essence = mediaType === undefined ? undefined : parseMediaType(mediaType)?.essence;
  const isValue = value !== undefined && essence !== undefined && isJson(essence);
  // An object is sent as application/json by default.
  const isDefault = isValue && mediaType === 'application/json';
  return {
    status,
    ...(mediaType !== undefined && !isDefault && { mediaType }),
    body: isValue ? value : body,
  };
}

/** Undefined if the text is not JSON, or is a string, which would be sent without quotes. */
function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? undefined : value;
  } catch {
    return undefined;
  }
}

function isEmpty(step: object): boolean {
  return Object.keys(step).length === 0;
}
