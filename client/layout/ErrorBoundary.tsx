import { Component, type ReactNode } from 'react';
import { pageError } from '../messages.ts';

/** Replaces the page with a message and a reload button if a component throws. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { hasError: boolean }> {
  override state = { hasError: false };

  static getDerivedStateFromError() {
    return { hasError: true };
  }

  override render() {
    if (!this.state.hasError) return this.props.children;
    return (
      <main className="container page-main">
        <h1 className="page-heading">{pageError.heading}</h1>
        <p className="lead">{pageError.text}</p>
        <button type="button" className="btn btn-primary" onClick={() => location.reload()}>
          {pageError.reload}
        </button>
      </main>
    );
  }
}
