import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { JumpLink } from './JumpLink.tsx';

/** The header and footer around every page. */
export function PageLayout({ children }: { children: ReactNode }) {
  const { key } = useLocation();
  const lastKey = useRef(key);

  // After a client-side navigation, the focus moves to the heading.
  useEffect(() => {
    if (key === lastKey.current) return;

    lastKey.current = key;
    document.querySelector('h1')?.focus();
  }, [key]);

  return (
    <>
      <JumpLink className="skip-link visually-hidden" target="main">
        Skip to the content
      </JumpLink>
      <Header />
      <main id="main" className="container page-main" tabIndex={-1}>
        {children}
      </main>
      <Footer />
    </>
  );
}
