/** A backend that responds to every request with the same brief. */
import { createServer } from 'node:http';

const { PORT, HOST = '' } = process.env;
const body = Buffer.from('{"name":"daily-harvest","fullName":"The Daily Harvest"}');
const headers = { 'Content-Type': 'application/json', 'Content-Length': body.length };

createServer((_req, res) => {
  res.writeHead(200, headers);
  res.end(body);
}).listen(Number(PORT), HOST);
