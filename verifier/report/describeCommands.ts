import { sentOnceValue } from '../cases/onceValue.ts';
import type { Exchange, Run, VerifyOptions } from '../model.ts';
import { curlCommand, quote } from '../send/curlCommand.ts';
import { sessionSecrets } from '../send/sessionSecrets.ts';

/**
 * The bash commands that lead to a response again: those that it needs, such as the sign-in that sets
 * `$SESSION_40_JSESSIONID`, and the request, with those at the same time. They have variables in place of secrets.
 */
export function describeCommands(
  { steps, request, together }: Exchange,
  { secrets }: Pick<Run, 'secrets'>,
  { contract, url }: Pick<VerifyOptions, 'contract' | 'url'>,
): string[] {
  const toCommand = (sent: Exchange['request']) =>
    secrets.maskCommand(curlCommand(sent, url, contract.basePath));
  const before = steps.flatMap((step) => {
    const command = toCommand(step.request);
    const variables = sessionSecrets(step.response).map(({ cookie, id }) =>
      keepCookie(cookie, secrets.maskPlain(id).slice(1)),
    );
    if (variables.length === 0) return [command];
    return [`HEADERS=$(${command} -s -o /dev/null -D -)`, ...variables];
  });
  if (together.length < 2) return renewOnceValues([...before, toCommand(request)]);
  return renewOnceValues([...before, `${together.map(toCommand).join(' & ')} & wait`]);
}

/** Makes the values new that the run has used. */
function renewOnceValues(commands: readonly string[]): string[] {
  const renewed = commands.map((it) => it.replaceAll(sentOnceValue, `$&-'"$ONCE"'`));
  return renewed.join() === commands.join() ? renewed : ['ONCE=$RANDOM', ...renewed];
}

/** Keeps a cookie of the response in a variable. */
function keepCookie(name: string, variable: string): string {
  const literal = name.replace(/[\\^$.*[\]/]/g, '\\$&');
  const pattern = quote(`s/^set-cookie: *${literal}=\\([^;\\r]*\\).*/\\1/Ip`);
  return `${variable}=$(sed -n ${pattern} <<< "$HEADERS" | tail -1)`;
}
