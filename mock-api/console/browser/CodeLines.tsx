import type { ReactNode, RefObject } from 'react';

interface CodeLinesProps {
  lines: readonly string[];
  label: string;
  list?: RefObject<HTMLOListElement | null>;
  /** The number of the selected line, from 1. */
  selected?: number;
  /** Renders a line, by default as it is. */
  render?(line: string, index: number): ReactNode;
}

/** A text with line numbers. */
export function CodeLines({ lines, label, list, selected, render }: CodeLinesProps) {
  return (
    <ol className="code-lines border rounded font-monospace" aria-label={label} ref={list}>
      {lines.map((line, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is identified by its number
        <li key={i} aria-current={i + 1 === selected ? 'true' : undefined}>
          {render?.(line, i) ?? line}
        </li>
      ))}
    </ol>
  );
}
