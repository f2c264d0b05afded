import { footerLinks } from '../links.ts';
import { copyright, labels } from '../messages.ts';
import { useSettings } from '../settings.ts';
import { SiteAnchor } from './SiteAnchor.tsx';

export function Footer() {
  const settings = useSettings();
  const { providerName, postalAddress, socialLinks } = settings;
  return (
    <footer className="site-footer">
      <div className="container">
        <nav aria-label={labels.footer} className="site-footer-links">
          {footerLinks(settings).map(({ text, links }) => (
            <ul key={text} aria-label={text}>
              {links.map((link) => (
                <li key={link.text}>
                  <SiteAnchor {...link} />
                </li>
              ))}
            </ul>
          ))}
        </nav>
        <div className="site-footer-imprint">
          <div>
            <p>{copyright(providerName)}</p>
            <address>{postalAddress}</address>
          </div>
          {socialLinks.length > 0 && (
            <ul className="site-footer-social" aria-label={labels.socialLinks(providerName)}>
              {socialLinks.map(({ name, url }) => (
                <li key={name}>
                  <SiteAnchor text={name} href={url} opensNewTab />
                </li>
              ))}
            </ul>
          )}
        </div>
      </div>
    </footer>
  );
}
