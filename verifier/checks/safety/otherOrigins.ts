import { headerText } from '#contract';
import { isPage } from '../../send/sendRequest.ts';
import type { Exchange, Finding } from '../check.ts';
import { requestFields } from '../requestFields.ts';

/** Shorter parts of a request may be in any page. */
const minMarkupLength = 8;

/** A page repeats markup of the request as markup, which a link of another origin could have. */
export function findMarkup({ request, response }: Exchange): Finding | undefined {
  const { headers, body } = response;
  const mayBePage = headers['content-type'] === undefined || isPage(response);
  if (!body?.length || !mayBePage) return undefined;

  const texts = [
    decode(request.target),
    ...Object.values(request.headers),
    ...requestFields(request.body).values(),
  ];
  const markup = texts.flatMap((text) => /<[a-z][^&"']{0,30}/i.exec(text)?.[0] ?? []);
  const page = String(body);
  if (!markup.some((it) => it.length >= minMarkupLength && page.includes(it))) return undefined;

  return {
    message: 'The page contains markup of the request unescaped, so that a link can run script.',
    expected: 'the text escaped, or not at all',
    location: 'body',
    hint: 'Escape the value, or remove it. Templates and error handlers often repeat what a request has.',
  };
}

function decode(target: string): string {
  try {
    return decodeURIComponent(target);
  } catch {
    return target;
  }
}

/** The cases send `null` as another origin, which any page can have in a sandbox. */
export function findOpenOrigin({ request, response }: Exchange): Finding | undefined {
  const { headers } = response;
  const isAllowed =
    request.headers.Origin === 'null' &&
    headerText(headers, 'access-control-allow-origin') === 'null' &&
    headerText(headers, 'access-control-allow-credentials') === 'true';
  if (!isAllowed) return undefined;

  return {
    message: 'Any page may read the response with the cookies of the user.',
    expected: 'the origins that are trusted',
    location: 'header access-control-allow-origin',
  };
}
