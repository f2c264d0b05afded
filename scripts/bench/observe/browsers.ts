export type Headers = Readonly<Record<string, string>>;

/** The headers of the page's requests as the host forwards them to the backend. */
function browser(userAgent: string, language: string, address: string): Headers {
  const host = 'feedback.newsletters.test';
  return {
    accept: '*/*',
    'accept-encoding': 'gzip, deflate, br, zstd',
    'accept-language': language,
    origin: `https://${host}`,
    referer: `https://${host}/`,
    'sec-fetch-dest': 'empty',
    'sec-fetch-mode': 'cors',
    'sec-fetch-site': 'same-origin',
    'user-agent': `Mozilla/5.0 ${userAgent}`,
    'x-request-id': '6c1f6c1e-6a53-4a3e-9d0e-3f4f7f0c2a11',
    forwarded: `for=${address.includes(':') ? `"[${address}]"` : address};host="${host}";proto=https`,
    'x-forwarded-for': address,
    'x-forwarded-host': host,
    'x-forwarded-proto': 'https',
  };
}

const webKit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';

export const browsers = {
  chrome: browser(
    '(Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
    'en-US,en;q=0.9',
    '203.0.113.7',
  ),
  firefox: browser(
    '(X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
    'de,en-US;q=0.7,en;q=0.3',
    '2001:db8::42',
  ),
  safari: browser(
    `(Macintosh; Intel Mac OS X 10_15_7) ${webKit} Version/26.1 Safari/605.1.15`,
    'ja-JP',
    '198.51.100.23',
  ),
  phone: browser(
    `(iPhone; CPU iPhone OS 18_7 like Mac OS X) ${webKit} Version/26.1 Mobile/15E148 Safari/604.1`,
    'ar,fr;q=0.8',
    '198.51.100.99',
  ),
} satisfies Record<string, Headers>;
