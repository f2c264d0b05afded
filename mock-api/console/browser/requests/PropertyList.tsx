import type { ReactNode } from 'react';

interface PropertyListProps {
  /** A property without a value is left out. */
  properties: readonly (readonly [name: string, value: ReactNode])[];
  className?: string;
}

export function PropertyList({ properties, className = '' }: PropertyListProps) {
  return (
    <dl className={`properties ${className}`}>
      {properties.map(
        ([name, value]) =>
          value && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
