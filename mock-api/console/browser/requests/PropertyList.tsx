import { Fragment, type ReactNode } from 'react';

interface PropertyListProps {
  /** A property without a value is left out. */
  properties: readonly (readonly [name: string, value: ReactNode])[];
  className?: string;
}

export function PropertyList({ properties, className = '' }: PropertyListProps) {
  return (
    <dl className={`property-list ${className}`}>
      {properties.map(
        ([name, value]) =>
          value && (
            <Fragment key={name}>
              <dt className="fw-normal text-body-secondary">{name}</dt>
              <dd className="mb-0">{value}</dd>
            </Fragment>
          ),
      )}
    </dl>
  );
}
