import { Component, type ReactNode } from 'react';
import { pageError } from '../messages.ts';
import { PageHeading } from './PageHeading.tsx';

export interface ErrorBoundaryProps {
  children: ReactNode;
  /** Whether it is inside of `<main>`, so that the header and the footer remain. */
  isInMain?: boolean;
}

/** Replaces its children with a message and a reload button if one of them throws. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { hasError: boolean }> {
  override state = { hasError: false };

  static getDerivedStateFromError() {
    return { hasError: true };
  }

  override render() {
    const { children, isInMain } = this.props;
    if (!this.state.hasError) return children;
    const message = (
      <div role="alert">
        <PageHeading title={pageError.heading}>{pageError.heading}</PageHeading>
        <p className="lead">{pageError.text}</p>
        <button type="button" className="btn btn-primary" onClick={() => location.reload()}>
          {pageError.reload}
        </button>
      </div>
    );
    return isInMain ? message : <main className="container page-main">{message}</main>;
  }
}
