import { Fragment, type ReactNode } from 'react';

/** The names and values of a list. A property without a value is left out. */
export type Properties = readonly (readonly [name: string, value: ReactNode])[];

export function PropertyList({
  properties,
  className = '',
}: {
  properties: Properties;
  className?: string;
}) {
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
