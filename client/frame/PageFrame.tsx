import type { ReactNode } from 'react';
import { Container } from 'react-bootstrap';
import { AlertStack } from './AlertStack.tsx';
import { useFocusOnNavigation } from './useFocusOnNavigation.ts';

/** What every page stands in. */
export function PageFrame({ children }: { children: ReactNode }) {
  useFocusOnNavigation();
  return (
    <div className="page-frame">
      <Container as="main" className="page-main">
        {children}
      </Container>
      <AlertStack />
    </div>
  );
}
