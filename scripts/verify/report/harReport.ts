import { createTarget, resolveTarget, type TargetOptions } from '../send/requestTarget.ts';
import type { SentCase } from '../send/sender.ts';
import { maskedJson } from './maskedJson.ts';
import type { Report } from './report.ts';

/** Every request that was sent and its response, as an HTTP archive (HAR 1.2), with masked secrets. */
export function harReport({ contract, exchanges, mask }: Report, options: TargetOptions): string {
  const target = createTarget(contract, options);
  const entries = exchanges.map((sent) => describeExchange(sent, target));
  const creator = { name: 'contract-check', version: contract.version };
  return maskedJson({ log: { version: '1.2', creator, entries } }, mask);
}

type Target = ReturnType<typeof createTarget>;

function describeExchange({ testCase, request, startedAt, result }: SentCase, target: Target) {
  const { method, headers, body } = request;
  const url = target.url.origin + resolveTarget(target, request.target);
  const time = result.kind === 'response' ? result.durationMs : -1;
  const type = headers['Content-Type'] ?? '';
  return {
    startedDateTime: startedAt.toISOString(),
    time,
    comment: `${testCase.operation.id}: ${testCase.description}`,
    request: {
      method,
      url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
      queryString: [],
      headersSize: -1,
      bodySize: body?.length ?? 0,
      ...(body && { postData: { mimeType: type, params: [], text: String(body) } }),
    },
    response: describeResponse(result),
    cache: {},
    timings: { send: 0, wait: time, receive: 0 },
  };
}

function describeResponse(result: SentCase['result']) {
  const common = {
    statusText: '',
    httpVersion: 'HTTP/1.1',
    cookies: [],
    redirectURL: '',
    headersSize: -1,
  };
  if (result.kind === 'error') {
    const content = { size: 0, mimeType: '' };
    return { ...common, status: 0, headers: [], content, bodySize: -1, comment: result.message };
  }
  const { status, headers, body } = result;
  const size = body?.length ?? 0;
  return {
    ...common,
    status,
    headers: Object.entries(headers).flatMap(([name, values]) =>
      values.map((value) => ({ name, value })),
    ),
    content: { size, mimeType: headers['content-type']?.[0] ?? '', text: String(body ?? '') },
    bodySize: size,
  };
}
