/** An Express app without middleware. */
import express from 'express';

const { PORT, HOST = '' } = process.env;

const app = express();
app.use((_req, res) => {
  res.send('<!doctype html><title>A page</title>');
});
app.listen(Number(PORT), HOST);
