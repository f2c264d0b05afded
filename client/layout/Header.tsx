import { useEffect } from 'react';
import { headerLinks, mainSiteUrl } from '../links.ts';
import { useSettings } from '../settings.ts';
import { HeaderDropdown } from './HeaderDropdown.tsx';
import { Logo } from './Logo.tsx';
import { SiteAnchor } from './SiteAnchor.tsx';
import { useDisclosure } from './useDisclosure.ts';

/** The sticky header. On a small screen a menu button toggles its links. */
export function Header() {
  const settings = useSettings();
  const menu = useDisclosure<HTMLElement>();
  useWideScreen(menu.close);

  return (
    <header className="site-header" {...menu.container}>
      <div className="container site-header-bar">
        <a href={mainSiteUrl(settings, 'root')}>
          <Logo name={settings.providerName} />
        </a>
        <button
          type="button"
          className="menu-button"
          aria-label="Menu"
          aria-controls="site-menu"
          {...menu.button}
        >
          <span className="menu-button-bars" aria-hidden="true" />
        </button>
        <nav id="site-menu" aria-label="Main" className="site-menu" data-open={menu.isOpen}>
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

/** The breakpoint of `theme/layout.scss` from which the links are always visible. */
const wideScreen = '(min-width: 992px)';

/** Calls `onWide` when the window grows past the breakpoint. */
function useWideScreen(onWide: () => void): void {
  useEffect(() => {
    const query = window.matchMedia(wideScreen);
    const listener = () => {
      if (query.matches) onWide();
    };
    query.addEventListener('change', listener);
    return () => query.removeEventListener('change', listener);
  }, [onWide]);
}
