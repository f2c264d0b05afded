import { expect, test } from 'vitest';
import { captchaFailures, outcomes } from '../../client/messages.ts';
import { captchaBehaviours } from '../../mock-api/captcha/captchaBehaviours.ts';

test('the console says of each captcha that fails what the page shows', () => {
  const failures = {
    dismissed: captchaFailures.dismissed,
    expired: captchaFailures.expired,
    error: captchaFailures.failed,
    never: captchaFailures.timeout,
    blocked: captchaFailures.blocked,
  };
  for (const [name, failure] of Object.entries(failures)) {
    const { title } = outcomes.nothingSent(failure);
    expect(captchaBehaviours[name as keyof typeof failures].expected).toContain(`“${title}”`);
  }
});
