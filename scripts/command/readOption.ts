import { OptionError } from './OptionError.ts';

/**
 * Reads an option that is a number.
 * @throws {OptionError} unless it is greater than 0
 */
export function readNumber(option: string, text: string | undefined, fallback: number): number {
  if (text === undefined) return fallback;
  const number = Number(text);
  if (/^\d+(\.\d+)?$/.test(text) && number > 0) return number;
  throw new OptionError(`${option}: expected a number greater than 0, got "${text}"`);
}

/**
 * Reads an option that is a port.
 * @throws {OptionError} unless it is one
 */
export function readPort(option: string, text: string | undefined, fallback: number): number {
  if (text === undefined) return fallback;
  if (/^\d{1,5}$/.test(text) && Number(text) < 65_536) return Number(text);
  throw new OptionError(`${option}: expected a whole number from 0 to 65535, got "${text}"`);
}

/**
 * Reads an argument or an option that is a URL.
 * @throws {OptionError} unless it is one of HTTP or HTTPS
 */
export function readUrl(text: string | undefined, option = 'URL'): URL {
  const url = text !== undefined && URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol)) return url;
  const given = text === undefined ? 'none' : `"${text}"`;
  throw new OptionError(
    `${option}: expected a URL that starts with http:// or https://, got ${given}`,
  );
}
