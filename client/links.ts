import type { BriefNames } from './api/feedbackApi.ts';
import type { Settings } from './settings.ts';

export interface HelpLink {
  text: string;
  key: string;
  href: string;
}

export interface HelpCard {
  title: string;
  links: readonly HelpLink[];
}

/** Page addresses on the main site that more than one place links to. */
const privacyPolicyOf = ({ mainSiteHost }: Settings) => `${mainSiteHost}/privacy-cookie-policy`;

/** The three cards of self-service links. Names and ids are encoded; a missing name stays empty. */
export function helpCards(
  settings: Settings,
  brief: BriefNames,
  subscriberId: string,
): readonly HelpCard[] {
  const { newsletterHost, campaignCode, termsUrl } = settings;
  const name = encodeURIComponent(brief.name);
  const campaign = encodeURIComponent(campaignCode);
  const sid = encodeURIComponent(subscriberId);
  return [
    {
      title: 'I need help managing my subscriptions...',
      links: [
        {
          text: 'Resubscribe me',
          key: 'resubscribe',
          href: `${newsletterHost}/${name}?campaign=${campaign}`,
        },
        {
          text: 'I want to unsubscribe',
          key: 'unsubscribe',
          href: `${newsletterHost}/UnSubscribe.jsp?b=${name}&sid=${sid}&rc=FEEDBACK`,
        },
      ],
    },
    {
      title: 'I would like to update my information...',
      links: [
        {
          text: 'Update Email Address',
          key: 'updateEmail',
          href: `${newsletterHost}/changeEmail.jsp?sid=${sid}`,
        },
        {
          text: 'Update my profile',
          key: 'uyd',
          href: `${newsletterHost}/uyd/updateAccount.action?briefName=${name}&subscriberid=${sid}`,
        },
      ],
    },
    {
      title: 'I have a question about policy...',
      links: [
        { text: 'Terms of Use', key: 'terms', href: termsUrl },
        { text: 'Privacy Policy', key: 'privacy', href: privacyPolicyOf(settings) },
      ],
    },
  ];
}
