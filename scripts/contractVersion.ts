import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { nodeArguments } from './build/nodeArguments.ts';

/** A change between two contracts, with the rules of `redocly diff` that it breaks. */
interface Change {
  path: string;
  verdicts: readonly { ruleId: string }[];
}

// The rules that a response breaks when a backend may no longer send it, and those with the contracts in reverse.
const responseRules = /^(media-type-removed|response-removed)$/;
const reverseResponseRules = /^(enum-values-added|required-properties-removed|schema-.+-changed)$/;

const [released = 'contract/released.yaml', current = 'openapi.yaml'] = process.argv.slice(2);
const [before = '', after = ''] = [released, current].map(
  (file) => parse(readFileSync(file, 'utf8')).info.version,
);
const isNewMajor = Number.parseInt(after, 10) > Number.parseInt(before, 10);
const paths = isNewMajor ? [] : findAllBreaks();
if (paths.length > 0) {
  const expected = `expected a higher major version than the ${before} of the last release, got ${after}`;
  const reason = 'A backend that conforms to it could now fail, because of these changes:';
  console.error(`${current}: info.version: ${expected}. ${reason}\n${paths.join('\n')}`);
  process.exitCode = 1;
}

/** Redocly rates changes for clients. What a backend must newly do is what a client may no longer do in reverse. */
function findAllBreaks(): string[] {
  const ofClients = findBreaks(released, current, responseRules);
  const ofBackends = findBreaks(current, released, reverseResponseRules);
  return [...new Set([...ofClients, ...ofBackends])];
}

/** Returns the paths of all changes of requests that break a rule, and of those of responses that break one of `rules`. */
function findBreaks(from: string, to: string, rules: RegExp): string[] {
  const command = `redocly diff ${from} ${to} --config redocly.yaml --format json --fail-on none`;
  const report = execFileSync(process.execPath, nodeArguments(command), { stdio: 'pipe' });
  const { changes } = JSON.parse(report.toString()) as { changes: readonly Change[] };
  const allPaths = changes.map(({ path }) => path);
  const isBreak = ({ path, verdicts }: Change) => {
    // A status is still allowed if a range such as 2XX replaces it.
    const [, start] = /^(.+\/\d)\d\d$/.exec(path) ?? [];
    if (start && allPaths.includes(`${start}XX`)) return false;

    return verdicts.some(({ ruleId }) => !path.includes('/responses/') || rules.test(ruleId));
  };
  return changes.filter(isBreak).map(({ path }) => path);
}
