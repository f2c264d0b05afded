/** Defined by the build. */
declare const BUILD_VERSION: string | undefined;

/** The version of the package and the commit that the build is of, such as `0.2.0+2d79822`. */
export const version = typeof BUILD_VERSION === 'undefined' ? 'development' : BUILD_VERSION;
