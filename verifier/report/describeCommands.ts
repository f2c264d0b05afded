import { sentOnceValue } from '../cases/onceValue.ts';
import type { Exchange, Run, VerifyOptions } from '../model.ts';
import { toVariable } from '../send/createSecrets.ts';
import { curlCommand, quote } from '../send/curlCommand.ts';
import { SecretMask } from '../send/SecretMask.ts';
import { sessionSecrets } from '../send/sessionSecrets.ts';

interface SetCookie {
  cookie: string;
  id: string;
  /** The bash variable that stands for it. */
  variable: string;
  step: Exchange;
}

/**
 * The bash commands that lead to a response again: those that it needs, such as the sign-in that sets
 * `$SESSION_JSESSIONID`, and the request, with those at the same time. They have variables in place of secrets.
 */
export function describeCommands(
  { steps, request, together }: Exchange,
  { secrets }: Pick<Run, 'secrets'>,
  { contract, url }: Pick<VerifyOptions, 'contract' | 'url'>,
): string[] {
  const cookies = findCookies(steps);
  const ofSessions = new SecretMask();
  for (const { id, variable } of cookies) ofSessions.add(id, variable);
  const toCommand = (sent: Exchange['request']) =>
    secrets.maskCommand(ofSessions.maskCommand(curlCommand(sent, url, contract.basePath)));
  const before = steps.flatMap((step) =>
    keepCookies(
      toCommand(step.request),
      cookies.filter((it) => it.step === step),
    ),
  );
  if (together.length < 2) return renewOnceValues([...before, toCommand(request)]);
  return renewOnceValues([...before, `${together.map(toCommand).join(' & ')} & wait`]);
}

/** Those of a second session have names such as `SESSION_2_JSESSIONID`. */
function findCookies(steps: readonly Exchange[]): SetCookie[] {
  const starts = steps.filter(({ response }) => sessionSecrets(response).length > 0);
  return starts.flatMap((step, i) =>
    sessionSecrets(step.response).map(({ cookie, id }) => {
      const session = i === 0 ? 'SESSION' : `SESSION_${i + 1}`;
      return { cookie, id, variable: `${session}_${toVariable(cookie)}`, step };
    }),
  );
}

/** Makes the values new that the run has used. */
function renewOnceValues(commands: readonly string[]): string[] {
  const renewed = commands.map((it) => it.replaceAll(sentOnceValue, `$&-'"$ONCE"'`));
  return renewed.join() === commands.join() ? renewed : ['ONCE=$RANDOM', ...renewed];
}

/** Keeps each cookie of a response in its variable. */
function keepCookies(command: string, cookies: readonly SetCookie[]): string[] {
  if (cookies.length === 0) return [command];

  const variables = cookies.map(({ cookie, variable }) => {
    const literal = cookie.replace(/[\\^$.*[\]/]/g, '\\$&');
    const pattern = quote(`s/^set-cookie: *${literal}=\\([^;\\r]*\\).*/\\1/Ip`);
    return `${variable}=$(sed -n ${pattern} <<< "$HEADERS" | tail -1)`;
  });
  return [`HEADERS=$(${command} -s -o /dev/null -D -)`, ...variables];
}
