import { headerLinks, mainSite } from '../links.ts';
import { useServices } from '../services.ts';
import { HeaderGroup } from './HeaderGroup.tsx';
import { SiteAnchor } from './SiteAnchor.tsx';
import { useDisclosure } from './useDisclosure.ts';
import { useWideScreen } from './useWideScreen.ts';
import { Wordmark } from './Wordmark.tsx';

/** The provider's header. On a small screen a button shows and hides its links. */
export function Header() {
  const { settings } = useServices();
  const menu = useDisclosure<HTMLElement>();
  useWideScreen(menu.close);

  return (
    <header className="site-header" {...menu.container}>
      <div className="container site-header-bar">
        <a className="site-logo" href={mainSite(settings, 'root')}>
          <Wordmark name={settings.providerName} />
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
                {'links' in item ? <HeaderGroup {...item} /> : <SiteAnchor {...item} />}
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </header>
  );
}
