import { Readable } from 'node:stream';

/**
 * The request body that the proxy library sends. It would otherwise pipe the client's request, and a body
 * that the parser does not announce would become a second request at the backend.
 */
export const noBody = new (class extends Readable {
  // The library resumes it when the backend responds early.
  override _read(): void {}

  override pipe<Destination extends NodeJS.WritableStream>(destination: Destination): Destination {
    destination.end();
    return destination;
  }
})();
