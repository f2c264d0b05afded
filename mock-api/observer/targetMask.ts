import { type Contract, mask } from '../contract/index.ts';

export type MaskTarget = (target: string) => string;

/** Creates the function that masks the path segments and the query parameters that the contract does not declare. */
export function createTargetMask({ basePath, operations }: Contract): MaskTarget {
  const segments = new Set(
    operations
      .flatMap(({ path }) => (basePath + path).split('/'))
      .filter((segment) => !/[{}]/.test(segment)),
  );
  const parameterNames = new Set(
    operations.flatMap(({ parameters }) =>
      parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
    ),
  );

  return (target) => {
    const [path = '', ...query] = target.split('?');
    const masked = path
      .split('/')
      .map((segment) => (segments.has(segment) ? segment : mask))
      .join('/');
    if (query.length === 0) return masked;
    const pairs = [...new URLSearchParams(query.join('?')).keys()].map(
      (name) => `${parameterNames.has(name) ? name : mask}=${mask}`,
    );
    return `${masked}?${pairs.join('&')}`;
  };
}
