import useSWR from 'swr';
import { CodeLines } from '../CodeLines.tsx';
import { fetchDocument } from '../fetchDocument.ts';
import { Loading } from '../Loading.tsx';
import type { PageProps } from '../pageProps.ts';

/** The contract with line numbers. */
export function ContractPage({ params }: PageProps) {
  const { data, error } = useSWR<string, Error>('/mock/openapi.yaml', fetchDocument);

  if (data === undefined) return <Loading error={error} />;
  return (
    <div className="p-3">
      <p>
        As a file: <a href="/mock/openapi.yaml">openapi.yaml</a>
      </p>
      <CodeLines lines={data.split('\n')} label="Contract" selected={Number(params.get('line'))} />
    </div>
  );
}
