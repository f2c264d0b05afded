/** The servers with which the host is compared. `node peerServer.ts NAME URL` starts one. */
import { once } from 'node:events';
import { Agent, createServer, get, type IncomingMessage, type RequestListener } from 'node:http';
import { buffer } from 'node:stream/consumers';

const peers = {
  /** Serves the bytes and the headers of the response from a URL with `node:http`. */
  async copy(url) {
    const headers = { 'Accept-Encoding': 'br' };
    const [response]: IncomingMessage[] = await once(get(url, { headers }), 'response');
    if (!response) throw new Error(`${url}: no response`);

    const body = await buffer(response);
    const { connection, 'keep-alive': keepAlive, date, ...copied } = response.headers;
    return (_req, res) => void res.writeHead(200, copied).end(body);
  },

  /** Serves a brief, as a backend does. */
  async brief() {
    const body = Buffer.from('{"name":"daily-harvest","fullName":"The Daily Harvest"}');
    const headers = { 'Content-Type': 'application/json', 'Content-Length': body.length };
    return (_req, res) => void res.writeHead(200, headers).end(body);
  },

  /** Forwards requests with Express, http-proxy-middleware and keep-alive connections, and nothing else. */
  async proxy(target) {
    const { default: express } = await import('express');
    const { createProxyMiddleware } = await import('http-proxy-middleware');
    return express().use(createProxyMiddleware({ target, agent: new Agent({ keepAlive: true }) }));
  },
} satisfies Record<string, (url: string) => Promise<RequestListener>>;

export type PeerServer = keyof typeof peers;

const [name, url = ''] = process.argv.slice(2);
const listener = await peers[name as PeerServer](url);
createServer(listener).listen(Number(process.env.PORT), process.env.HOST);
