import type { BriefNames } from './api/feedbackApi.ts';
import type { Settings } from './settings.ts';

export interface SiteLink {
  text: string;
  href: string;
  opensNewTab?: true;
}

/** Returns the link to the main site. */
export function homeLink({ mainSiteHost, providerName }: Settings): SiteLink {
  return { text: `Go to ${providerName}`, href: `${mainSiteHost}/` };
}

/** Returns the link to the contact page of the main site. */
export function contactLink({ mainSiteHost, providerName }: Settings): SiteLink {
  return { text: `Contact ${providerName}`, href: `${mainSiteHost}/contact-us` };
}

export interface LinkGroup {
  text: string;
  links: readonly SiteLink[];
}

/** Returns the links in the header; a group is a dropdown. */
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

/** Returns the links in the footer, without the social links. The text of a group is its accessible name only. */
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
 * The URLs of the self-service links, by their keys; `uyd` is the page on which a subscriber updates the profile. Names
 * and ids are URL-encoded.
 */
export type HelpUrls = Readonly<
  Record<'resubscribe' | 'unsubscribe' | 'updateEmail' | 'uyd' | 'terms' | 'privacy', string>
>;

/** Returns the URLs of the self-service links. Undefined for the anonymous subscriber, who has none. */
export function helpUrls(
  settings: Settings,
  brief: BriefNames,
  subscriberId: string,
): HelpUrls | undefined {
  const { newsletterHost, mainSiteHost, campaignCode, specialSubscriberId, termsUrl } = settings;
  if (normalizeId(subscriberId) === normalizeId(specialSubscriberId)) return undefined;

  const name = encode(brief.name);
  const campaign = encodeURIComponent(campaignCode);
  const sid = encode(subscriberId);
  return {
    resubscribe: `${newsletterHost}/${name}?campaign=${campaign}`,
    unsubscribe: `${newsletterHost}/UnSubscribe.jsp?b=${name}&sid=${sid}&rc=FEEDBACK`,
    updateEmail: `${newsletterHost}/changeEmail.jsp?sid=${sid}`,
    uyd: `${newsletterHost}/uyd/updateAccount.action?briefName=${name}&subscriberid=${sid}`,
    terms: termsUrl,
    privacy: `${mainSiteHost}/privacy-cookie-policy`,
  };
}

/** Returns an id in lower case and without braces, because GUIDs are compared without regard to both. */
function normalizeId(id: string): string {
  return id.replace(/^\{(.*)\}$/, '$1').toLowerCase();
}

/** The cards with self-service links. The key of a link is rendered as `data-key`. */
export const helpCards: readonly {
  title: string;
  links: readonly { text: string; key: keyof HelpUrls }[];
}[] = [
  {
    title: 'I need help managing my subscriptions...',
    links: [
      { text: 'Resubscribe me', key: 'resubscribe' },
      { text: 'I want to unsubscribe', key: 'unsubscribe' },
    ],
  },
  {
    title: 'I would like to update my information...',
    links: [
      { text: 'Update Email Address', key: 'updateEmail' },
      { text: 'Update my profile', key: 'uyd' },
    ],
  },
  {
    title: 'I have a question about policy...',
    links: [
      { text: 'Terms of Use', key: 'terms' },
      { text: 'Privacy Policy', key: 'privacy' },
    ],
  },
];

/** Encodes a text as a part of a URL. Half of a surrogate pair cannot be encoded. */
function encode(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, ''));
}
