import { sentOnceValue } from '../cases/onceValue.ts';
import { setCookies } from '../checks/sessionCookies.ts';
import type { Exchange, Run, VerifyOptions } from '../model.ts';
import { toVariable } from '../send/createSecrets.ts';
import { curlCommand, quote } from '../send/curlCommand.ts';

/**
 * The bash commands that lead to a response again: those that it needs, such as the sign-in that sets
 * `$SESSION_JSESSIONID`, and the request, with those at the same time. They have variables in place of secrets.
 */
export function describeCommands(
  { steps, request, together }: Exchange,
  { secrets }: Pick<Run, 'secrets'>,
  { contract, url }: Pick<VerifyOptions, 'contract' | 'url'>,
): string[] {
  const toCommand = (sent: Exchange['request']) =>
    secrets.maskCommand(curlCommand(sent, url, contract.basePath));
  const before = steps.flatMap((step) => {
    const cookies = [...setCookies(step.response).keys()];
    const command = toCommand(step.request);
    return cookies.length > 0 ? keepCookies(command, cookies) : [command];
  });
  if (together.length < 2) return renewOnceValues([...before, toCommand(request)]);
  return renewOnceValues([...before, `${together.map(toCommand).join(' & ')} & wait`]);
}

/** Makes the values new that the run has used. */
function renewOnceValues(commands: readonly string[]): string[] {
  const renewed = commands.map((it) => it.replaceAll(sentOnceValue, `$&-'"$ONCE"'`));
  return renewed.join() === commands.join() ? renewed : ['ONCE=$RANDOM', ...renewed];
}

/** Keeps each cookie of a response in a variable. */
function keepCookies(command: string, names: readonly string[]): string[] {
  const variables = names.map((name) => {
    const literal = name.replace(/[\\^$.*[\]/]/g, '\\$&');
    const pattern = quote(`s/^set-cookie: *${literal}=\\([^;\\r]*\\).*/\\1/Ip`);
    return `SESSION_${toVariable(name)}=$(sed -n ${pattern} <<< "$HEADERS" | tail -1)`;
  });
  return [`HEADERS=$(${command} -s -o /dev/null -D -)`, ...variables];
}
