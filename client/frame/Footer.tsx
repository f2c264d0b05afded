import { footerLinks } from '../links.ts';
import { useServices } from '../services.ts';
import { SiteAnchor } from './SiteAnchor.tsx';

const copyrightYear = 2023;

/** The provider's footer. */
export function Footer() {
  const { settings } = useServices();
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
          <ul className="site-footer-social" aria-label={`${providerName} elsewhere`}>
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
