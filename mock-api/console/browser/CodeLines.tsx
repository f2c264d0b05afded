import type { ReactNode } from 'react';

interface CodeLinesProps {
  lines: readonly ReactNode[];
  label: string;
  /** The number of the selected line, from 1, which is scrolled into view. */
  selected?: number;
}

/** A text with line numbers. */
export function CodeLines({ lines, label, selected }: CodeLinesProps) {
  return (
    <ol className="code-lines border rounded font-monospace" aria-label={label}>
      {lines.map((line, i) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is identified by its number
          key={i}
          ref={i + 1 === selected ? scrollToLine : undefined}
          aria-current={i + 1 === selected ? 'true' : undefined}
        >
          {line}
        </li>
      ))}
    </ol>
  );
}

function scrollToLine(line: HTMLElement | null) {
  line?.scrollIntoView({ block: 'center' });
}
