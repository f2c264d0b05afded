import { footerLinks } from '../links.ts';
import { useSettings } from '../settings.ts';
import { SiteAnchor } from './SiteAnchor.tsx';

const copyrightYear = 2023;

export function Footer() {
  const settings = useSettings();
  const { providerName, postalAddress, socialLinks } = settings;
  return (
    <footer className="site-footer">
      <div className="container">
        <nav aria-label="Footer">
          <ul className="site-footer-links">
            {footerLinks(settings).map((link) => (
              <li key={link.text}>
                <SiteAnchor {...link} />
              </li>
            ))}
          </ul>
        </nav>
        {socialLinks.length > 0 && (
          <ul className="site-footer-social" aria-label={`${providerName} on social media`}>
            {socialLinks.map(({ name, url }) => (
              <li key={name}>
                <SiteAnchor text={name} href={url} opensNewTab />
              </li>
            ))}
          </ul>
        )}
        <p>{`© ${copyrightYear} ${providerName}`}</p>
        <address>{postalAddress}</address>
      </div>
    </footer>
  );
}
