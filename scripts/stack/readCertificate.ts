import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { createSecureContext } from 'node:tls';
import { promisify } from 'node:util';
import { OptionError } from '../command/OptionError.ts';

/** In PEM format. */
export interface Certificate {
  cert: string;
  key: string;
}

export interface CertificateOptions {
  /** Whether to generate a certificate without files. */
  generate: boolean;
  certFile: string | undefined;
  keyFile: string | undefined;
  /** The host that a generated certificate names, besides localhost. */
  host?: string | undefined;
}

/**
 * Reads or generates a certificate; undefined if neither is wanted.
 * @throws {OptionError} for one file without the other, files that cannot be used and a missing openssl
 */
export async function readCertificate({
  generate,
  certFile,
  keyFile,
  host,
}: CertificateOptions): Promise<Certificate | undefined> {
  if (certFile === undefined && keyFile === undefined) {
    return generate ? generateCertificate(host) : undefined;
  }
  if (certFile === undefined) throw new OptionError('--https-cert: required with --https-key');
  if (keyFile === undefined) throw new OptionError('--https-key: required with --https-cert');
  const certificate = {
    cert: await readText('--https-cert', certFile),
    key: await readText('--https-key', keyFile),
  };
  try {
    createSecureContext(certificate);
  } catch (error) {
    throw new OptionError(
      `--https-cert, --https-key: expected a certificate and its key in PEM format (${reasonOf(error)})`,
    );
  }
  return certificate;
}

async function readText(option: string, file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: unknown) => {
    throw new OptionError(
      `${option}: expected a file that can be read, got "${file}" (${reasonOf(error)})`,
    );
  });
}

/** A certificate for this machine, valid for a year. Its key is written to no file. */
async function generateCertificate(host = 'localhost'): Promise<Certificate> {
  const names = ['DNS:localhost', 'IP:127.0.0.1', 'IP:::1', `${isIP(host) ? 'IP' : 'DNS'}:${host}`];
  const args = [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '365', '-subj', '/CN=localhost'],
    ...['-addext', `subjectAltName=${[...new Set(names)].join(',')}`],
    ...['-keyout', '-', '-out', '-'],
  ];
  try {
    // The output contains the key and the certificate.
    const { stdout } = await promisify(execFile)('openssl', args);
    return { cert: stdout, key: stdout };
  } catch (error) {
    throw new OptionError(
      `--https: openssl could not generate a certificate (${reasonOf(error)}). Use --https-cert and --https-key`,
    );
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
}
