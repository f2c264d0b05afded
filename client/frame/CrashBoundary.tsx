import { Component, type ReactNode } from 'react';
import { crash } from '../failureWords.ts';

/** Shows a way on instead of a blank page when a component fails. */
export class CrashBoundary extends Component<{ children: ReactNode }, { hasCrashed: boolean }> {
  override state = { hasCrashed: false };

  static getDerivedStateFromError() {
    return { hasCrashed: true };
  }

  override render() {
    if (!this.state.hasCrashed) return this.props.children;
    return (
      <main className="container page-main text-center">
        <h1 className="page-heading">{crash.title}</h1>
        <p>{crash.text}</p>
        <button type="button" className="btn btn-primary" onClick={() => location.reload()}>
          Reload
        </button>
      </main>
    );
  }
}
