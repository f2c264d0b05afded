import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { skipLink } from '../messages.ts';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { JumpLink } from './JumpLink.tsx';
import { focusElement } from './moveFocus.ts';

export interface PageLayoutProps {
  children: ReactNode;
  /**
   * The alerts, which follow the page in the document, so that they can be reached by the keyboard while they are
   * shown.
   */
  alerts: ReactNode;
}

/** The header and footer around every page. */
export function PageLayout({ children, alerts }: PageLayoutProps) {
  const { key } = useLocation();
  const lastKey = useRef(key);

  // After a client-side navigation, the focus moves to the heading.
  useEffect(() => {
    if (key === lastKey.current) return;

    lastKey.current = key;
    focusElement(document.querySelector('h1'));
  }, [key]);

  return (
    <>
      <JumpLink className="skip-link visually-hidden" target="main">
        {skipLink}
      </JumpLink>
      <Header />
      <main id="main" className="container page-main">
        {children}
      </main>
      {alerts}
      <Footer />
    </>
  );
}
