import { knownBriefId, knownUser, oldBriefId } from '../../independent-backend/backendState.ts';
import {
  brief,
  currentUser,
  formOf,
  type Probe,
  session,
  signIn,
  signOut,
  submit,
  type Trigger,
} from '../../independent-backend/probes.ts';
import { browsers, type Headers } from './browsers.ts';

/** What one person does in one browser. */
export interface Visit {
  headers: Headers;
  /** `$session` stands for the session cookie, if the browser has one that it would send. */
  requests: Trigger;
}

/** The length of a captcha response of Google's. */
const captchaLength = 1600;
let captchaCount = 0;

/** A captcha response that no other request has. */
function solveCaptcha(): string {
  captchaCount += 1;
  return `03AFcWeA${String(captchaCount).padStart(4, '0')}`.padEnd(captchaLength, 'kT9-_x');
}

/** The messages of a page that was opened for this brief by this subscriber. */
function visit(
  id: string,
  subscriberId: string,
  ...messages: [subjectLine: string, text: string][]
): Probe[] {
  return [
    brief(encodeURIComponent(id)),
    ...messages.map(([subjectLine, text]) =>
      submit({
        briefId: id,
        subscriberId,
        subjectLine,
        text,
        recaptchaResponse: solveCaptcha(),
      }),
    ),
  ];
}

/** As the page sends it, with the cross-origin headers that the product requires. */
function asStaff(probe: Probe): Probe {
  return {
    ...probe,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers': 'Content-Type',
      'access-control-max-age': '86400',
      ...probe.headers,
    },
  };
}

const attempt = (username: string, password: string, headers: Headers = {}) =>
  asStaff(signIn(formOf({ username, password }), headers));
const { username, password } = knownUser;

const longText = `${'I have been reading you every morning for eleven years, and I have never written before. '.repeat(6)}`;

/**
 * An ordinary day: what the page and the staff platform send when people use them as they are meant to be used. All
 * requests conform to the contract, because the page sends no others.
 */
export const traffic: readonly Visit[] = [
  {
    headers: browsers.chrome,
    requests: visit(knownBriefId, '3141592', ['Thank you', 'I read you every morning.']),
  },
  {
    headers: browsers.safari,
    requests: visit(oldBriefId, 'a81f3c2e-7d05-4b7b-9a52-0c1d6f1f6a10', [
      'Großes Lob! 🎉',
      'Ich lese Sie jeden Morgen – beim Kaffee ☕️.\n\nViele Grüße\nJürgen Müller',
    ]),
  },
  {
    headers: browsers.firefox,
    requests: visit(
      knownBriefId,
      '2718281',
      [
        "Today's issue",
        'You wrote "never mind", but who said it? It\'s unclear.\nAnd the link https://example.com/recipes?id=12&lang=en doesn\'t work :-(',
      ],
      ['Today’s issue', 'Sorry – I found it. “Never mind”, indeed…'],
    ),
  },
  {
    headers: { ...browsers.chrome, cookie: '_ga=GA1.1.1833.1763800000; consent={"ads":false}' },
    requests: visit(knownBriefId, '1618033', [
      '50% off?',
      ' Is it <b>really</b> 50 % less than last year & with free delivery?\n\nName\tPrice\nDaily\t3 €\n',
    ]),
  },
  {
    headers: browsers.phone,
    requests: visit(knownBriefId, '1414213', ['?', '👍'], ['Thank you', 'Ok']),
  },
  {
    headers: browsers.phone,
    requests: visit(knownBriefId, '577215', [
      'تغيير العنوان',
      'مرحبا،\nأريد تغيير عنوان بريدي الإلكتروني. شكرا 👨‍👩‍👧',
    ]),
  },
  {
    headers: browsers.safari,
    requests: visit(oldBriefId, '693147', [
      '関西版について',
      'いつも楽しく読んでいます。髙島屋の記事は特に良かったです。𠮷田',
    ]),
  },
  // The field cuts what is pasted at 500 characters.
  {
    headers: browsers.firefox,
    requests: visit(knownBriefId, '1202056', [longText.slice(0, 100), longText.slice(0, 500)]),
  },
  {
    headers: browsers.chrome,
    requests: visit(knownBriefId, '915965', [
      'Please update my address',
      'Please select the new one from my account and delete the old one; I saved it in C:\\Users\\Ana\\address.txt -- thanks! {{first name}} was not filled in either.',
    ]),
  },
  // The page is reloaded, and opened in three tabs at once.
  {
    headers: browsers.chrome,
    requests: [
      brief(),
      brief(),
      [brief(), brief(), brief(encodeURIComponent(oldBriefId))],
      brief(),
    ],
  },
  // Links that were mistyped, mangled by mail programs, or lead to a brief that was deleted.
  {
    headers: browsers.phone,
    requests: ['daily-harvset', 'Daily-Harvest', 'daily-harvest.', 'weekly.news_2019', '20190'].map(
      (id) => brief(id),
    ),
  },
  {
    headers: browsers.firefox,
    requests: [
      brief(),
      // The brief was deleted while the page was open.
      submit({ briefId: 'evening-news', recaptchaResponse: solveCaptcha() }),
      // The captcha response was used before.
      submit({ recaptchaResponse: 'a-captcha-response-that-was-used' }),
      submit({ recaptchaResponse: 'a-captcha-response-that-was-used' }),
    ],
  },
  // Right after a mailing, several subscribers at the same time.
  {
    headers: browsers.phone,
    requests: [
      [1, 2, 3].map(() => brief()),
      [1, 2, 3].map((n) =>
        submit({ subscriberId: `30000${n}`, text: `Yes! ${n}`, recaptchaResponse: solveCaptcha() }),
      ),
    ],
  },
  {
    headers: browsers.chrome,
    requests: [
      currentUser(),
      attempt(username, 'Correct horse'),
      attempt(username, password),
      currentUser(session),
      [currentUser(session), currentUser(session)],
      brief(knownBriefId, session),
      currentUser(session),
      asStaff(signOut(session)),
      currentUser(session),
    ],
  },
  {
    headers: browsers.firefox,
    requests: [
      currentUser(),
      attempt('edith.torr@example.com', 'pässwörd 100% 🔑'),
      attempt("o'neill", '1234'),
      attempt(username, password),
      currentUser(session),
      // A second window signs in again.
      attempt(username, password, session),
      currentUser(session),
      asStaff(signOut(session)),
      // A bookmark of the sign-out page.
      asStaff(signOut(session)),
      currentUser(session),
      attempt(username, password, session),
      currentUser(session),
      asStaff(signOut(session)),
    ],
  },
  {
    headers: browsers.safari,
    requests: [asStaff(signOut()), currentUser()],
  },
];
