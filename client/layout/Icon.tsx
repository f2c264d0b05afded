import type { SVGProps } from 'react';

/** An icon drawn with lines in the colour of the text. Screen readers ignore it. `path` is an SVG path. */
export function Icon({ path, ...props }: SVGProps<SVGSVGElement> & { path: string }) {
  return (
    <svg fill="none" stroke="currentColor" strokeWidth="2" aria-hidden="true" {...props}>
      <path d={path} />
    </svg>
  );
}
