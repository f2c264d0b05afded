import { useEffect } from 'react';
import { useServices } from '../services.ts';

export interface PageHeadingProps {
  children: string;
  /** What the browser's tab shows, where that is not the heading. */
  title?: string;
}

/** The one first-level heading of a page. It can take the focus, and it names the browser's tab. */
export function PageHeading({ children, title = children }: PageHeadingProps) {
  const { settings } = useServices();

  useEffect(() => {
    document.title = pageTitle(title, settings.providerName);
  }, [title, settings]);

  return (
    <h1 className="page-heading" tabIndex={-1}>
      {children}
    </h1>
  );
}

export function pageTitle(title: string, providerName: string): string {
  return `${title.trim()} | ${providerName}`;
}
