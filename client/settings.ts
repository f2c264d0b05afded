import { createContext, useContext } from 'react';

/** The part of the host's configuration that the browser needs, embedded in the document as JSON. */
export interface Settings {
  providerName: string;
  /** The provider's logo, an image on the host. By default, an envelope and the name. */
  logoUrl?: string | undefined;
  /** The newsletter-management site: an origin or a URL, without a trailing slash. */
  newsletterHost: string;
  /** The main marketing site: an origin or a URL, without a trailing slash. */
  mainSiteHost: string;
  studioName: string;
  /** The path of the studio offering on the main site, without a leading slash. */
  studioPath: string;
  campaignCode: string;
  /** The id of the anonymous subscriber, who sees no help links. Compared without regard to case and braces. */
  specialSubscriberId: string;
  termsUrl: string;
  californiaPrivacyUrl: string;
  socialLinks: readonly { name: string; url: string }[];
  postalAddress: string;
  /**
   * The next steps of a message, in up to three sentences, with `{brief}` for the name of the brief. The receipt
   * repeats the second one.
   */
  nextSteps: readonly string[];
  captcha: {
    siteKey: string;
    scriptUrl: string;
  };
}

const SettingsContext = createContext<Settings | undefined>(undefined);

export const SettingsProvider = SettingsContext.Provider;

export function useSettings(): Settings {
  const settings = useContext(SettingsContext);
  if (!settings) throw new Error('useSettings: no SettingsProvider above this component');
  return settings;
}
