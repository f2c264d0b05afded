import { useEffect, useRef } from 'react';
import useSWR from 'swr';
import { CodeLines } from '../CodeLines.tsx';
import { fetchDocument } from '../fetchDocument.ts';
import { Loading } from '../Loading.tsx';
import type { PageProps } from '../pageProps.ts';

export function ContractPage({ params }: PageProps) {
  const { data, error } = useSWR<string, Error>('/mock/openapi.yaml', fetchDocument);

  if (data === undefined) return <Loading error={error} />;
  return <ContractLines text={data} selected={Number(params.get('line'))} />;
}

/** The contract with line numbers. The selected line, 0 for none, is scrolled into view. */
function ContractLines({ text, selected }: { text: string; selected: number }) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    list.current?.children[selected - 1]?.scrollIntoView({ block: 'center' });
  }, [selected]);
  return (
    <div className="p-3">
      <p>
        As a file: <a href="/mock/openapi.yaml">/mock/openapi.yaml</a>,{' '}
        <a href="/mock/openapi.json">/mock/openapi.json</a>
      </p>
      <CodeLines lines={text.split('\n')} label="Contract" selected={selected} list={list} />
    </div>
  );
}
