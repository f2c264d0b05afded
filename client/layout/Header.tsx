import { headerLinks, homeLink } from '../links.ts';
import { labels } from '../messages.ts';
import { useSettings } from '../settings.ts';
import { HeaderDropdown } from './HeaderDropdown.tsx';
import { Icon } from './Icon.tsx';
import { SiteAnchor } from './SiteAnchor.tsx';
import { useDisclosure } from './useDisclosure.ts';

/** The envelope of the logo and the favicon: an SVG path in a box of 36 × 32. */
export const logoMark = 'M3 7h30v20H3z M3 7l15 12L33 7';

/** The SVG paths of the icons of the menu button. */
const menuIcons = { open: 'M2 5h20M2 12h20M2 19h20', close: 'M4 4l16 16M20 4L4 20' };

/** The sticky header. On a narrow screen a menu button toggles its links. */
export function Header() {
  const settings = useSettings();
  const menu = useDisclosure<HTMLElement>();

  return (
    <header className="site-header" {...menu.container}>
      <div className="container site-header-bar">
        <a className="logo" href={homeLink(settings).href}>
          <Logo />
        </a>
        <button
          type="button"
          className="menu-button"
          aria-label={labels.menu}
          aria-controls="site-menu"
          {...menu.button}
        >
          <Icon viewBox="0 0 24 24" path={menu.isOpen ? menuIcons.close : menuIcons.open} />
        </button>
        <nav
          id="site-menu"
          aria-label={labels.mainNavigation}
          className="container site-menu"
          data-open={menu.isOpen}
        >
          <ul>
            {headerLinks(settings).map((item) => (
              <li key={item.text}>
                {'links' in item ? <HeaderDropdown {...item} /> : <SiteAnchor {...item} />}
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </header>
  );
}

function Logo() {
  const { logoUrl, providerName } = useSettings();
  if (logoUrl) return <img src={logoUrl} alt={providerName} />;

  return (
    <>
      <Icon viewBox="0 4 36 26" path={logoMark} strokeWidth="3" strokeLinejoin="round" />
      <span>{providerName}</span>
    </>
  );
}
