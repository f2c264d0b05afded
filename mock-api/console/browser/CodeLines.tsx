import type { ReactNode } from 'react';

interface CodeLinesProps {
  lines: readonly ReactNode[];
  label: string;
}

/** A text with line numbers. */
export function CodeLines({ lines, label }: CodeLinesProps) {
  return (
    <ol className="code-lines border rounded font-monospace" aria-label={label}>
      {lines.map((line, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is identified by its number
        <li key={i}>{line}</li>
      ))}
    </ol>
  );
}
