import { createServer } from 'node:http';
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type LocalServer, listenLocally } from '../../../stack/listenLocally.ts';
import { captureResponse, headerValue } from '../load/captureResponse.ts';

/**
 * Serves the document at `url` without scripts, and with its stylesheets in one linked file. Both are
 * compressed with brotli if the document is; the stylesheet always is.
 */
export async function startScriptlessPage(url: string): Promise<LocalServer> {
  const { html, encoding } = await readText(url);
  const links = [...html.matchAll(/<link rel="stylesheet" href="([^"]+)">\n?/g)];
  const styles = [...html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>\n?/g)];
  const linked = links.map(async ([, href = '']) => (await readText(new URL(href, url).href)).html);
  const css = [...(await Promise.all(linked)), ...styles.map(([, text = '']) => text)].join('\n');
  if (!css) throw new Error(`${url}: expected a stylesheet in the document.`);

  const page = [...links, ...styles]
    .reduce((text, [element]) => text.replace(element, ''), html)
    .replaceAll(/<script[\s\S]*?<\/script>\n?|<link rel="(modulepreload|preload)"[^>]*>\n?/g, '')
    .replace('</head>', '<link rel="stylesheet" href="/page.css"></head>');
  const isCompressed = encoding !== undefined;
  const stylesheet = brotliCompressSync(css);
  const document = isCompressed ? brotliCompressSync(page) : Buffer.from(page);
  const server = createServer((req, res) => {
    const isStylesheet = req.url === '/page.css';
    res.setHeader('Content-Type', isStylesheet ? 'text/css' : 'text/html; charset=utf-8');
    if (isStylesheet || isCompressed) res.setHeader('Content-Encoding', 'br');
    res.end(isStylesheet ? stylesheet : document);
  });
  return listenLocally(server);
}

async function readText(url: string) {
  const response = await captureResponse(url);
  const encoding = headerValue(response, 'content-encoding');
  const decoders = { br: brotliDecompressSync, gzip: gunzipSync };
  const decode = decoders[encoding as keyof typeof decoders];
  return { html: String(decode ? decode(response.body) : response.body), encoding };
}
