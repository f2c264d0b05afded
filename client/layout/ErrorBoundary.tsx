import { Component, type ReactNode } from 'react';
import { contactLink } from '../links.ts';
import { pageError, reloadPage } from '../messages.ts';
import { useSettings } from '../settings.ts';
import { PageHeading } from './PageHeading.tsx';

export interface ErrorBoundaryProps {
  children: ReactNode;
  /** The content below the error message. */
  rest: ReactNode;
}

/** Replaces its children with a message if one of them throws. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { hasError: boolean }> {
  override state = { hasError: false };

  static getDerivedStateFromError() {
    return { hasError: true };
  }

  /** Scrolls to the message, which can be above the view. */
  override componentDidCatch() {
    window.scrollTo(0, 0);
  }

  override render() {
    if (!this.state.hasError) return this.props.children;

    return (
      <>
        <PageError />
        {this.props.rest}
      </>
    );
  }
}

function PageError() {
  const contact = contactLink(useSettings());
  return (
    <div role="alert">
      <PageHeading title={pageError.heading}>{pageError.heading}</PageHeading>
      <p className="lead">{pageError.text}</p>
      <div className="button-row">
        <button type="button" className="btn btn-primary" onClick={() => location.reload()}>
          {reloadPage}
        </button>
        <a className="btn btn-outline-primary" href={contact.href}>
          {contact.text}
        </a>
      </div>
    </div>
  );
}
