/** An Express app with helmet and pino-http, as usually wired, that sends the body of `RESPONSE_FILE`. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import express from 'express';
import { pino } from 'pino';

const { RESPONSE_FILE = '', LOG_FILE = '', PEER_MODULES = '', PORT, HOST = '' } = process.env;
const { headers, body: encodedBody } = JSON.parse(readFileSync(RESPONSE_FILE, 'utf8'));
const bytes = Buffer.from(encodedBody, 'base64');
const ownHeaders = Object.fromEntries(
  headers.filter(([name]: [string]) => /^(cache-control|content-(type|encoding))$/i.test(name)),
);
/** Text, as a template would return it, unless the document is compressed. */
const body = 'Content-Encoding' in ownHeaders ? bytes : String(bytes);

const loadPeer = createRequire(`${PEER_MODULES}/`);
const { default: helmet } = loadPeer('helmet');
const { default: pinoHttp } = loadPeer('pino-http');

const app = express();
app.use(pinoHttp({ logger: pino(pino.destination({ dest: LOG_FILE, sync: false })) }));
app.use(helmet());
app.use((_req, res) => {
  res.set(ownHeaders).send(body);
});
app.listen(Number(PORT), HOST);
