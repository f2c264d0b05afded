import { type ReactNode, useEffect } from 'react';
import { useSettings } from '../settings.ts';

export interface PageHeadingProps {
  children: ReactNode;
  /** The page's part of the document title. */
  title: string;
}

/** The only `h1` of a page. It sets the document title. */
export function PageHeading({ children, title }: PageHeadingProps) {
  const { providerName } = useSettings();

  useEffect(() => {
    document.title = formatTitle(title, providerName);
  }, [title, providerName]);

  return <h1 className="page-heading">{children}</h1>;
}

export function formatTitle(title: string, providerName: string): string {
  return `${title.trim()} | ${providerName}`;
}
