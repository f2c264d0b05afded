import { connect, createServer } from 'node:net';
import { listenLocally } from '../../stack/listenLocally.ts';

/** Starts a TCP proxy whose backend can change, so that a tool with a slow startup starts only once. */
export async function startSwitchableProxy() {
  let port = 0;
  const server = createServer((incoming) => {
    const outgoing = connect(port, '127.0.0.1');
    incoming.pipe(outgoing).pipe(incoming);
    incoming.on('error', () => outgoing.destroy());
    outgoing.on('error', () => incoming.destroy());
    outgoing.on('close', () => incoming.destroy());
  });
  const { url, close } = await listenLocally(server);
  return {
    url,
    /** Sends new connections to a backend on this machine. */
    setBackend(backendUrl: string) {
      port = Number(new URL(backendUrl).port);
    },
    close,
  };
}
