import type { BriefNames } from './api/feedbackApi.ts';
import type { Settings } from './settings.ts';

interface HelpLink {
  text: string;
  /** Rendered as `data-key`. */
  key: string;
  href: string;
}

export interface HelpCard {
  title: string;
  links: readonly HelpLink[];
}

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
  const { mainSiteHost } = settings;
  return [
    { text: 'Subscriptions', href: `${mainSiteHost}/subscriptions` },
    {
      text: 'Advertise',
      links: [
        { text: 'Advertise', href: `${mainSiteHost}/advertise`, opensNewTab: true },
        { text: 'Media Kits', href: `${mainSiteHost}/media-kits`, opensNewTab: true },
        { text: 'Marketing insights', href: `${mainSiteHost}/resources`, opensNewTab: true },
      ],
    },
    { text: 'Partner', href: `${mainSiteHost}/partner` },
    { text: 'Articles', href: `${mainSiteHost}/articles` },
    studioLink(settings),
  ];
}

/** The links in the footer, without the social links. The text of a group is its accessible name only. */
export function footerLinks(settings: Settings): readonly LinkGroup[] {
  const { mainSiteHost } = settings;
  return [
    {
      text: 'Company',
      links: [
        { text: 'About us', href: `${mainSiteHost}/about-us` },
        { text: 'Contact', href: contactUrl(settings) },
        { text: 'Write for us', href: `${mainSiteHost}/write-for-us` },
        { text: 'Careers', href: `${mainSiteHost}/careers` },
      ],
    },
    {
      text: 'Publications',
      links: [
        { text: 'Newsletters', href: `${mainSiteHost}/subscriptions` },
        { text: 'Insights & Analysis', href: `${mainSiteHost}/articles` },
      ],
    },
    {
      text: 'Advertising',
      links: [
        { text: 'Partnerships', href: `${mainSiteHost}/partner` },
        { text: 'Marketing Resources', href: `${mainSiteHost}/resources` },
        { text: 'Advertising Specs', href: `${mainSiteHost}/ad-specs` },
        studioLink(settings),
      ],
    },
    {
      text: 'Legal',
      links: [
        { text: 'Terms of Use', href: settings.termsUrl, opensNewTab: true },
        { text: 'Privacy & Cookies Policy', href: `${mainSiteHost}/privacy-cookie-policy` },
        {
          text: 'California Privacy Rights',
          href: settings.californiaPrivacyUrl,
          opensNewTab: true,
        },
      ],
    },
  ];
}

function studioLink({ mainSiteHost, studioName, studioPath }: Settings): SiteLink {
  return { text: studioName, href: `${mainSiteHost}/${studioPath}` };
}

/** The cards with self-service links; none for the special subscriber. Names and ids are URL-encoded. */
export function helpCards(
  settings: Settings,
  brief: BriefNames,
  subscriberId: string,
): readonly HelpCard[] {
  if (isSpecialSubscriber(settings, subscriberId)) return [];
  const { newsletterHost, mainSiteHost, campaignCode, termsUrl } = settings;
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

export function isSpecialSubscriber(settings: Settings, subscriberId: string): boolean {
  return subscriberId.toLowerCase() === settings.specialSubscriberId.toLowerCase();
}

/** The names and ids of a page whose links `fillPlaceholders` completes. */
export const placeholders = { name: '{name}', subscriberId: '{subscriberId}' };

/** Completes the URL of a card that was created with `placeholders`. */
export function fillPlaceholders(url: string, values: typeof placeholders): string {
  return url.replace(/%7B(name|subscriberId)%7D/g, (_, key: keyof typeof values) =>
    encode(values[key]),
  );
}

/** Encodes a text as a part of a URL. Half of a surrogate pair cannot be encoded. */
function encode(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, ''));
}
