import { declaresHeader, essenceOf, headerText, readCaching } from '#contract';
import { type Check, type Exchange, isSuccess } from '../model.ts';
import { isWriteOperation } from './isWrite.ts';
import { requestFields } from './requestFields.ts';

const check = 'response_safety';

/** Finds a page that repeats markup of the request, which a link of another origin could contain. */
const findMarkup: Check = ({ request, response }) => {
  const type = essenceOf(headerText(response.headers, 'content-type'));
  const isPage = type === '' || type.includes('html');
  if (!response.body?.length || !isPage) return [];

  const texts = [
    decode(request.target),
    ...Object.values(request.headers),
    ...requestFields(request.body).values(),
  ];
  const markup = texts.flatMap((text) => text.match(/<[a-z][^&"']{0,30}/gi) ?? []);
  const page = String(response.body);
  // A shorter text may be in the page anyway.
  if (!markup.some((text) => text.length >= 8 && page.includes(text))) return [];

  const message =
    'The page contains markup of the request unescaped, so that a link can run script.';
  return [{ check, message, expected: 'the text escaped, or not at all' }];
};

/** Finds that another origin than that of the public host may read the response; `null` is that of any sandboxed page. */
const findOpenOrigin: Check = ({ request, response: { headers } }, { publicUrl }) => {
  const { Origin: origin } = request.headers;
  const isAllowed =
    origin !== undefined &&
    origin !== publicUrl?.origin &&
    headerText(headers, 'access-control-allow-origin') === origin &&
    headerText(headers, 'access-control-allow-credentials') === 'true';
  if (!isAllowed) return [];

  const message = 'A page of another origin may read the response with the cookies of the user.';
  return [{ check, message, expected: 'Access-Control-Allow-Origin for trusted origins alone' }];
};

/** Finds a challenge for which a browser opens a window, instead of the page's sign-in. */
const findChallenge: Check = ({ response: { status, headers } }, { contract }) => {
  const schemes = contract.operations.flatMap(({ security }) => security.flat());
  const isDeclared = schemes.length === 0 || schemes.some(({ type }) => type === 'http');
  const challenge = headerText(headers, 'www-authenticate') ?? '';
  const opensWindow = status === 401 && /^(basic|digest|negotiate|ntlm)\b/i.test(challenge);
  if (isDeclared || !opensWindow) return [];

  const message = 'A browser asks for a user name and a password (WWW-Authenticate).';
  return [{ check, message, expected: 'a scheme that the contract declares, or none' }];
};

/** Finds an error that caches store, although it may apply to one moment or client only; a 404 or 410 may be stored. */
const findStoredError: Check = (exchange) => {
  const { status } = exchange.response;
  if (status < 400 || status === 404 || status === 410 || !isStored(exchange)) return [];

  const message = `Caches store the ${status} and send it again when it is no longer true.`;
  return [{ check, message, expected: 'Cache-Control: no-store' }];
};

/** Finds a GET that changes state, but has no effect if its response comes from a cache. */
const findStoredChange: Check = (exchange, { contract }) => {
  const { operation, request } = exchange;
  const isChange = request.method === operation.method && isWriteOperation(contract, operation);
  if (!isChange || request.method !== 'GET' || !isSuccess(exchange) || !isStored(exchange))
    return [];

  const message = 'Caches store the response, so that the next request does not reach the server.';
  return [{ check, message, expected: 'Cache-Control: no-store' }];
};

/** Whether a response is fresh for some time (RFC 9111, 4.2), also for requests with other cookies. */
function isStored({ operation, response: { status, headers } }: Exchange): boolean {
  const vary = headerText(headers, 'vary') ?? '';
  if (/\*|\bcookie\b|\bauthorization\b/i.test(vary)) return false;
  return readCaching(headers).isFresh && !declaresHeader(operation, status, 'cache-control');
}

/** Checks of what browsers and caches do with a response. */
export const browserSafety: readonly Check[] = [
  findMarkup,
  findOpenOrigin,
  findChallenge,
  findStoredError,
  findStoredChange,
];

function decode(target: string): string {
  try {
    return decodeURIComponent(target);
  } catch {
    return target;
  }
}
