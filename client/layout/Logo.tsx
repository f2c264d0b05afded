/** The envelope of the logo and the favicon: an SVG path in a box of 36 × 32. */
export const logoMark = 'M3 7h30v20H3z M3 7l15 12L33 7';

const markWidth = 44;
const letterWidth = 13.5;

/** The envelope and the provider's name. */
export function Logo({ name }: { name: string }) {
  const textWidth = name.length * letterWidth;
  const width = markWidth + textWidth;
  return (
    <svg className="logo" role="img" aria-label={name} viewBox={`0 0 ${width} 32`}>
      <path
        d={logoMark}
        fill="none"
        stroke="currentColor"
        strokeWidth="2.5"
        strokeLinejoin="round"
      />
      <text
        x={markWidth}
        y="24"
        fill="currentColor"
        fontSize="24"
        fontWeight="700"
        textLength={textWidth}
        lengthAdjust="spacingAndGlyphs"
      >
        {name}
      </text>
    </svg>
  );
}
