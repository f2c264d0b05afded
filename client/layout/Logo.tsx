import { Icon } from './Icon.tsx';

/** The envelope of the logo and the favicon: an SVG path in a box of 36 × 32. */
export const logoMark = 'M3 7h30v20H3z M3 7l15 12L33 7';

/** The envelope and the provider's name. */
export function Logo({ name }: { name: string }) {
  return (
    <>
      <Icon viewBox="0 4 36 26" path={logoMark} strokeWidth="3" strokeLinejoin="round" />
      <span>{name}</span>
    </>
  );
}
