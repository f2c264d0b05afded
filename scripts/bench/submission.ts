/** The body of a valid `submitFeedback` request. */
export const submission = {
  briefId: 'daily-harvest',
  subscriberId: '3141592',
  subjectLine: 'Thank you',
  text: 'I read you every morning.',
  recaptchaResponse: 'a-token',
};
