/** What the browser has to know of the host's configuration. It travels inside the document as JSON. */
export interface Settings {
  providerName: string;
  /** The newsletter-management site: an origin, or an address without a trailing slash. */
  newsletterHost: string;
  /** The main marketing site, likewise without a trailing slash. */
  mainSiteHost: string;
  studioName: string;
  /** The studio offering's path on the main site, without a leading slash. */
  studioPath: string;
  campaignCode: string;
  /** Stands for an anonymous subscriber, who gets no help links. Compared without regard to case. */
  specialSubscriberId: string;
  termsUrl: string;
  californiaPrivacyUrl: string;
  socialLinks: readonly SocialLink[];
  postalAddress: string;
  captcha: {
    siteKey: string;
    scriptUrl: string;
  };
}

export interface SocialLink {
  name: string;
  url: string;
}
