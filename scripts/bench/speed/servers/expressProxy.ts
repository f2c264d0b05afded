/** An Express app with http-proxy-middleware alone, and keep-alive connections to `BACKEND_URL`. */
import { Agent } from 'node:http';
import express from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';

const { BACKEND_URL = '', PORT, HOST = '' } = process.env;

const app = express();
app.use(createProxyMiddleware({ target: BACKEND_URL, agent: new Agent({ keepAlive: true }) }));
app.listen(Number(PORT), HOST);
