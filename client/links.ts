import type { BriefNames } from './api/feedbackApi.ts';
import type { Settings } from './settings.ts';

/** Pages of the main site. */
export const homeUrl = ({ mainSiteHost }: Settings) => `${mainSiteHost}/`;
export const contactUrl = ({ mainSiteHost }: Settings) => `${mainSiteHost}/contact-us`;

export interface SiteLink {
  text: string;
  href: string;
  opensNewTab?: true;
}

export interface LinkGroup {
  text: string;
  links: readonly SiteLink[];
}

/** The links in the header; a group is a dropdown. */
export function headerLinks(settings: Settings): readonly (SiteLink | LinkGroup)[] {
  const siteLink = createSiteLinks(settings);
  return [
    siteLink('Subscriptions', 'subscriptions'),
    {
      text: 'Advertise',
      links: [
        siteLink('Advertise', 'advertise', inNewTab),
        siteLink('Media Kits', 'media-kits', inNewTab),
        siteLink('Marketing insights', 'resources', inNewTab),
      ],
    },
    siteLink('Partner', 'partner'),
    siteLink('Articles', 'articles'),
    siteLink(settings.studioName, settings.studioPath),
  ];
}

/** The links in the footer, without the social links. The text of a group is its accessible name only. */
export function footerLinks(settings: Settings): readonly LinkGroup[] {
  const siteLink = createSiteLinks(settings);
  return [
    {
      text: 'Company',
      links: [
        siteLink('About us', 'about-us'),
        siteLink('Contact', 'contact-us'),
        siteLink('Write for us', 'write-for-us'),
        siteLink('Careers', 'careers'),
      ],
    },
    {
      text: 'Publications',
      links: [
        siteLink('Newsletters', 'subscriptions'),
        siteLink('Insights & Analysis', 'articles'),
      ],
    },
    {
      text: 'Advertising',
      links: [
        siteLink('Partnerships', 'partner'),
        siteLink('Marketing Resources', 'resources'),
        siteLink('Advertising Specs', 'ad-specs'),
        siteLink(settings.studioName, settings.studioPath),
      ],
    },
    {
      text: 'Legal',
      links: [
        { text: 'Terms of Use', href: settings.termsUrl, ...inNewTab },
        siteLink('Privacy & Cookies Policy', 'privacy-cookie-policy'),
        {
          text: 'California Privacy Rights',
          href: settings.californiaPrivacyUrl,
          ...inNewTab,
        },
      ],
    },
  ];
}

const inNewTab = { opensNewTab: true } as const;

/** Returns a function that creates links to pages of the main site. */
function createSiteLinks({ mainSiteHost }: Settings) {
  return (text: string, path: string, options?: typeof inNewTab): SiteLink => ({
    text,
    href: `${mainSiteHost}/${path}`,
    ...options,
  });
}

/**
 * The cards with self-service links; none for the special subscriber. Names and ids are URL-encoded. The key of a link
 * is rendered as `data-key`.
 */
export function helpCards(settings: Settings, brief: BriefNames, subscriberId: string) {
  const { newsletterHost, mainSiteHost, campaignCode, specialSubscriberId, termsUrl } = settings;
  if (subscriberId.toLowerCase() === specialSubscriberId.toLowerCase()) return [];
  const name = encode(brief.name);
  const campaign = encodeURIComponent(campaignCode);
  const sid = encode(subscriberId);
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
        { text: 'Privacy Policy', key: 'privacy', href: `${mainSiteHost}/privacy-cookie-policy` },
      ],
    },
  ];
}

/** Encodes a text as a part of a URL. Half of a surrogate pair cannot be encoded. */
function encode(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, ''));
}
