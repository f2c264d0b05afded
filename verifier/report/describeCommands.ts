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
  const last =
    together.length < 2 ? toCommand(request) : `${together.map(toCommand).join(' & ')} & wait`;
  return encodeSecrets(renewOnceValues([...before, last]));
}

/** How bash encodes what it reads, for each ending of a variable's name. */
const encoders = {
  FORM: String.raw`perl -pe 's/[^\w*. -]/sprintf "%%%02X", ord $&/ge; y/ /+/'`,
  URL: String.raw`perl -pe 's/[^\w.!~*()-]/sprintf "%%%02X", ord $&/ge'`,
  PERCENT: `perl -pe 's/./sprintf "%%%02X", ord $&/sge'`,
  JSON: String.raw`sed 's/["\]/\\&/g'`,
};

/** Sets each variable with the encoded form of a secret, before it is used for the first time. */
function encodeSecrets(commands: readonly string[]): string[] {
  const set = new Set<string>();
  return commands.flatMap((command) => {
    const used = Object.entries(encoders).flatMap(([form, encoder]) =>
      [...command.matchAll(RegExp(`\\$\\{?(\\w+)_${form}\\b`, 'g'))].map(
        ([, name]) => `${name}_${form}=$(printf %s "$${name}" | ${encoder})`,
      ),
    );
    const added = [...new Set(used)].filter((it) => !set.has(it));
    for (const it of added) set.add(it);
    return [...added, command];
  });
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
