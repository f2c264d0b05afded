const certificateErrors =
  /^(SELF_SIGNED_CERT|UNABLE_TO_|DEPTH_ZERO|CERT_|ERR_TLS_CERT|HOSTNAME_MISMATCH|INVALID_CA)/;

/** Describes an error of a connection in a sentence, by the progress of the exchange. */
export function describeSendError(
  error: Error,
  { isConnected, hasStatus }: { isConnected: boolean; hasStatus: boolean },
): string {
  const code = 'code' in error ? String(error.code) : '';
  const reason = code || error.message;
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `The server's certificate is for another host name (${reason}).`;
  if (code === 'CERT_HAS_EXPIRED') return `The server's certificate has expired (${reason}).`;
  if (certificateErrors.test(code)) {
    const advice = 'Set NODE_EXTRA_CA_CERTS to a file with the certificate of its issuer.';
    return `The server's certificate is not trusted (${reason}). ${advice}`;
  }
  if (code === 'EPROTO') {
    return `The server does not use TLS as expected (${reason}). A URL of HTTP starts with http://.`;
  }
  if (code.startsWith('HPE_')) return `The response is not valid HTTP (${reason}).`;
  if (!isConnected) return `Could not connect (${reason}).`;
  if (!hasStatus) return `The connection closed without a response (${reason}).`;

  return `The connection closed before the response was complete (${reason}).`;
}
