import type { ReactNode } from 'react';
import { Container } from 'react-bootstrap';
import { AlertStack } from './AlertStack.tsx';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { useFocusOnNavigation } from './useFocusOnNavigation.ts';

/** What every page stands in. */
export function PageFrame({ children }: { children: ReactNode }) {
  useFocusOnNavigation();
  return (
    <div className="page-frame">
      <a className="skip-link visually-hidden-focusable" href="#main">
        Skip to the content
      </a>
      <Header />
      <Container as="main" id="main" className="page-main" tabIndex={-1}>
        {children}
      </Container>
      <Footer />
      <AlertStack />
    </div>
  );
}
