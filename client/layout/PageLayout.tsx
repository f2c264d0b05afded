import { type ReactNode, useEffect, useRef } from 'react';
import { Container } from 'react-bootstrap';
import { useLocation } from 'react-router-dom';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';

/** The header and footer around every page. */
export function PageLayout({ children }: { children: ReactNode }) {
  useFocusOnNavigation();
  return (
    <div className="page-layout">
      <a className="skip-link visually-hidden-focusable" href="#main">
        Skip to the content
      </a>
      <Header />
      <Container as="main" id="main" className="page-main" tabIndex={-1}>
        {children}
      </Container>
      <Footer />
    </div>
  );
}

/** Moves the focus to the heading after a client-side navigation. */
function useFocusOnNavigation(): void {
  const { key } = useLocation();
  const lastKey = useRef(key);

  useEffect(() => {
    if (key === lastKey.current) return;
    lastKey.current = key;
    document.querySelector('h1')?.focus();
  }, [key]);
}
