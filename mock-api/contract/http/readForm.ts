import { type FormField, type Headers, headerText } from './httpMessage.ts';
import { isJson, parseMediaType } from './mediaType.ts';

export function isMultipart(essence: string): boolean {
  return essence === 'multipart/form-data';
}

/** Reads a body that is a multipart form; undefined if it is none. Without fields, it is malformed. */
export function readForm(
  headers: Headers,
  body: Uint8Array,
): Promise<readonly FormField[]> | undefined {
  const contentType = headerText(headers, 'content-type') ?? '';
  if (!isMultipart(parseMediaType(contentType)?.essence ?? '')) return undefined;
  const message = new Response(Buffer.from(body), { headers: { 'content-type': contentType } });
  return message.formData().then(
    (form) =>
      Promise.all(
        [...form].map(async ([name, value]) => {
          if (typeof value === 'string') return { name, value };
          const { type: mediaType } = value;
          const isText = isJson(mediaType) || mediaType.startsWith('text/');
          const bytes = Buffer.from(await value.arrayBuffer());
          return { name, value: bytes.toString(isText ? 'utf8' : 'latin1'), mediaType };
        }),
      ),
    () => [],
  );
}
