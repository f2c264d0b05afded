import type { SVGProps } from 'react';

export interface IconProps extends SVGProps<SVGSVGElement> {
  viewBox: string;
  /** Lines, as an SVG path. */
  path: string;
}

/** An icon in the colour of the text, which screen readers ignore. */
export function Icon({ path, ...props }: IconProps) {
  return (
    <svg fill="none" stroke="currentColor" strokeWidth="2" aria-hidden="true" {...props}>
      <path d={path} />
    </svg>
  );
}
