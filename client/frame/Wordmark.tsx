import { letterMark } from './letterMark.ts';

const markWidth = 44;
const letterWidth = 13.5;

/** The product's logo: a folded letter and the provider's name, as wide as the name is long. */
export function Wordmark({ name }: { name: string }) {
  const textWidth = name.length * letterWidth;
  const width = markWidth + textWidth;
  return (
    <svg className="wordmark" role="img" aria-label={name} viewBox={`0 0 ${width} 32`}>
      <path
        d={letterMark}
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
