/** A bare `node:http` proxy with keep-alive connections to `BACKEND_URL`. */
import { Agent, createServer, request } from 'node:http';

const { BACKEND_URL = '', PORT, HOST = '' } = process.env;
const { hostname, port } = new URL(BACKEND_URL);
const agent = new Agent({ keepAlive: true });

createServer((req, res) => {
  const { method, url, headers } = req;
  const options = { hostname, port, agent, method, path: url, headers };
  const backendRequest = request(options, (backendResponse) => {
    res.writeHead(backendResponse.statusCode ?? 502, backendResponse.headers);
    backendResponse.pipe(res);
  });
  backendRequest.once('error', () => res.destroy());
  req.pipe(backendRequest);
}).listen(Number(PORT), HOST);
