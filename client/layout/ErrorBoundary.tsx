import { Component, type ReactNode } from 'react';
import { loading, pageError } from '../messages.ts';
import { PageHeading } from './PageHeading.tsx';

/** Replaces its children with a message and a reload button if one of them throws. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { hasError: boolean }> {
  override state = { hasError: false };

  static getDerivedStateFromError() {
    return { hasError: true };
  }

  override render() {
    if (!this.state.hasError) return this.props.children;
    return (
      <div role="alert">
        <PageHeading title={pageError.heading}>{pageError.heading}</PageHeading>
        <p className="lead">{pageError.text}</p>
        <button type="button" className="btn btn-primary" onClick={() => location.reload()}>
          {loading.reload}
        </button>
      </div>
    );
  }
}
