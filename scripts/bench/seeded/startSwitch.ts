import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';

/** A fixed address whose connections go to whichever backend is set: for tools that are slow to start. */
export async function startSwitch() {
  let port = 0;
  const server = createServer((incoming) => {
    const outgoing = connect(port, '127.0.0.1');
    incoming.pipe(outgoing).pipe(incoming);
    incoming.on('error', () => outgoing.destroy());
    outgoing.on('error', () => incoming.destroy());
    outgoing.on('close', () => incoming.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lead(url: string) {
      port = Number(new URL(url).port);
    },
    close: () => void server.close(),
  };
}
