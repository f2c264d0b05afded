import { Fragment, type ReactNode } from 'react';

interface PropertyListProps {
  /** A property without a value is left out. */
  properties: readonly (readonly [name: string, value: ReactNode])[];
  className?: string;
}

export function PropertyList({ properties, className = '' }: PropertyListProps) {
  return (
    <dl className={`row mb-0 ${className}`}>
      {properties.map(
        ([name, value]) =>
          value && (
            <Fragment key={name}>
              <dt className="col-4 fw-normal text-body-secondary">{name}</dt>
              <dd className="col-8 mb-1">{value}</dd>
            </Fragment>
          ),
      )}
    </dl>
  );
}
