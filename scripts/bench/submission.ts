/** A good submission, as the contract wants it. */
export const submission = {
  briefId: 'daily-harvest',
  subscriberId: '3141592',
  subjectLine: 'Thank you',
  text: 'I read you every morning.',
  recaptchaResponse: 'a-token',
};
