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

/** Paths on the main site. */
const mainSitePaths = {
  root: '/',
  aboutUs: '/about-us',
  adSpecs: '/ad-specs',
  advertise: '/advertise',
  articles: '/articles',
  careers: '/careers',
  contactUs: '/contact-us',
  mediaKits: '/media-kits',
  partner: '/partner',
  privacyPolicy: '/privacy-cookie-policy',
  resources: '/resources',
  subscriptions: '/subscriptions',
  writeForUs: '/write-for-us',
} as const;

/** The URL of a page on the main site. */
export function mainSiteUrl({ mainSiteHost }: Settings, page: keyof typeof mainSitePaths): string {
  return `${mainSiteHost}${mainSitePaths[page]}`;
}

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
  const page = (name: keyof typeof mainSitePaths) => mainSiteUrl(settings, name);
  return [
    { text: 'Subscriptions', href: page('subscriptions') },
    {
      text: 'Advertise',
      links: [
        { text: 'Advertise', href: page('advertise'), opensNewTab: true },
        { text: 'Media Kits', href: page('mediaKits'), opensNewTab: true },
        { text: 'Marketing insights', href: page('resources'), opensNewTab: true },
      ],
    },
    { text: 'Partner', href: page('partner') },
    { text: 'Articles', href: page('articles') },
    studioLink(settings),
  ];
}

/** The links in the footer, without the social links. The text of a group is its accessible name only. */
export function footerLinks(settings: Settings): readonly LinkGroup[] {
  const page = (name: keyof typeof mainSitePaths) => mainSiteUrl(settings, name);
  return [
    {
      text: 'Company',
      links: [
        { text: 'About us', href: page('aboutUs') },
        { text: 'Contact', href: page('contactUs') },
        { text: 'Write for us', href: page('writeForUs') },
        { text: 'Careers', href: page('careers') },
      ],
    },
    {
      text: 'Publications',
      links: [
        { text: 'Newsletters', href: page('subscriptions') },
        { text: 'Insights & Analysis', href: page('articles') },
      ],
    },
    {
      text: 'Advertising',
      links: [
        { text: 'Partnerships', href: page('partner') },
        { text: 'Marketing Resources', href: page('resources') },
        { text: 'Advertising Specs', href: page('adSpecs') },
        studioLink(settings),
      ],
    },
    {
      text: 'Legal',
      links: [
        { text: 'Terms of Use', href: settings.termsUrl, opensNewTab: true },
        { text: 'Privacy & Cookies Policy', href: page('privacyPolicy') },
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
  const { newsletterHost, campaignCode, specialSubscriberId, termsUrl } = settings;
  if (subscriberId.toLowerCase() === specialSubscriberId.toLowerCase()) return [];
  // Half of a surrogate pair cannot be encoded.
  const name = encodeURIComponent(brief.name.replace(/\p{Surrogate}/gu, ''));
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
        { text: 'Privacy Policy', key: 'privacy', href: mainSiteUrl(settings, 'privacyPolicy') },
      ],
    },
  ];
}
