import { useEffect, useRef } from 'react';
import useSWR from 'swr';
import { fetchDocument } from '../fetchDocument.ts';
import type { PageProps } from '../pageProps.ts';

export function ContractPage({ params }: PageProps) {
  const { data, error } = useSWR<string, Error>('/mock/openapi.yaml', fetchDocument);

  if (error) return <p>Error: {error.message}</p>;
  if (data === undefined) return <p>Loading …</p>;
  return <ContractLines lines={data.split('\n')} selected={Number(params.get('line'))} />;
}

interface ContractLinesProps {
  lines: readonly string[];
  /** From 1; 0 for none. */
  selected: number;
}

/** The contract with line numbers. The selected line is scrolled into view. */
function ContractLines({ lines, selected }: ContractLinesProps) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    list.current?.children[selected - 1]?.scrollIntoView({ block: 'center' });
  }, [selected]);
  return (
    <>
      <p>
        As a file: <a href="/mock/openapi.yaml">/mock/openapi.yaml</a>,{' '}
        <a href="/mock/openapi.json">/mock/openapi.json</a>
      </p>
      <ol className="contract border rounded font-monospace small" ref={list}>
        {lines.map((line, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is identified by its number
          <li key={i} aria-current={i + 1 === selected ? 'true' : undefined}>
            {line}
          </li>
        ))}
      </ol>
    </>
  );
}
