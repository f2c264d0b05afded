/** The servers that ours is compared with: `node peerServers.ts NAME` starts one. */
import { readFileSync } from 'node:fs';
import { Agent, createServer, type RequestListener, request } from 'node:http';
import { createRequire } from 'node:module';

const { BACKEND_URL, DIRECTORY, LOG_FILE, PEER_MODULES, RESPONSE_FILE, PORT, HOST } =
  process.env as Record<string, string>;

/** A response as it was sent, in its content encoding. */
export interface CapturedResponse {
  headers: [name: string, value: string][];
  /** In base64. */
  body: string;
}

const peers = {
  /** Bare `node:http` with the captured response. */
  async bareDocument() {
    const { headers, body } = readResponse();
    const allHeaders = [...headers, ['Content-Length', String(body.length)]].flat();
    return (_req, res) => void res.writeHead(200, allHeaders).end(body);
  },

  /** Express with helmet and pino-http, as usually wired, that sends the captured body. */
  async expressDocument() {
    const { default: express } = await import('express');
    const { pino } = await import('pino');
    const { headers, body } = readResponse();
    const own = headers.filter(([name]) => /^(cache-control|content-(type|encoding))$/i.test(name));
    const { default: helmet } = loadPeer('helmet');
    const { default: pinoHttp } = loadPeer('pino-http');
    const logger = pino(pino.destination({ dest: LOG_FILE, sync: false }));
    return express()
      .use(pinoHttp({ logger }))
      .use(helmet())
      .use((_req, res) => void res.set(Object.fromEntries(own)).send(body));
  },

  async bareExpress() {
    const { default: express } = await import('express');
    return express().use((_req, res) => void res.send('<!doctype html><title>A page</title>'));
  },

  async expressStatic() {
    const { default: express } = await import('express');
    return express().use(express.static(DIRECTORY ?? '', { maxAge: '1y', immutable: true }));
  },

  /** The backend of all proxies. */
  async brief() {
    const body = Buffer.from('{"name":"daily-harvest","fullName":"The Daily Harvest"}');
    const headers = { 'Content-Type': 'application/json', 'Content-Length': body.length };
    return (_req, res) => void res.writeHead(200, headers).end(body);
  },

  /** A bare `node:http` proxy with keep-alive connections. */
  async bareProxy() {
    const { hostname, port } = new URL(BACKEND_URL ?? '');
    const agent = new Agent({ keepAlive: true });
    return (req, res) => {
      const { method, url: path, headers } = req;
      const options = { hostname, port, agent, method, path, headers };
      const backendRequest = request(options, (backendResponse) => {
        res.writeHead(backendResponse.statusCode ?? 502, backendResponse.headers);
        backendResponse.pipe(res);
      });
      backendRequest.once('error', () => res.destroy());
      req.pipe(backendRequest);
    };
  },

  /** Express with http-proxy-middleware alone and keep-alive connections. */
  async expressProxy() {
    const { default: express } = await import('express');
    const { createProxyMiddleware } = await import('http-proxy-middleware');
    const agent = new Agent({ keepAlive: true });
    return express().use(createProxyMiddleware({ target: BACKEND_URL ?? '', agent }));
  },
} satisfies Record<string, () => Promise<RequestListener>>;

export type PeerName = keyof typeof peers;

const listener: RequestListener = await peers[process.argv[2] as PeerName]();
createServer(listener).listen(Number(PORT), HOST);

function readResponse() {
  const { headers, body }: CapturedResponse = JSON.parse(readFileSync(RESPONSE_FILE ?? '', 'utf8'));
  return { headers, body: Buffer.from(body, 'base64') };
}

/** Loads a package that `installPackages` has installed. */
function loadPeer(name: string) {
  return createRequire(`${PEER_MODULES}/`)(name);
}
