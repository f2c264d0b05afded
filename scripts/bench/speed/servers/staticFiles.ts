/** Serves `DIRECTORY` with `express.static`, or with sirv if `PEER_MODULES` has it. */
import { createRequire } from 'node:module';
import express from 'express';

const { DIRECTORY = '', PEER_MODULES, PORT, HOST = '' } = process.env;
const options = { maxAge: 31_536_000_000, immutable: true };

const app = express();
if (PEER_MODULES) {
  const sirv = createRequire(`${PEER_MODULES}/`)('sirv');
  app.use(sirv(DIRECTORY, { maxAge: 31_536_000, immutable: true, brotli: true, gzip: true }));
} else {
  app.use(express.static(DIRECTORY, options));
}
app.listen(Number(PORT), HOST);
