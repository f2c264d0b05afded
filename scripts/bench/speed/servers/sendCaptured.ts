/** A bare `node:http` server that sends the captured response of `RESPONSE_FILE` from memory. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const { RESPONSE_FILE = '', PORT, HOST = '' } = process.env;
const { headers, body: encodedBody } = JSON.parse(readFileSync(RESPONSE_FILE, 'utf8'));
const body = Buffer.from(encodedBody, 'base64');
const flatHeaders = [...headers, ['Content-Length', String(body.length)]].flat();

createServer((_req, res) => {
  res.writeHead(200, flatHeaders);
  res.end(body);
}).listen(Number(PORT), HOST);
