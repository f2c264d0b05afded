/** The version, which the build defines. */
declare const BUILD_VERSION: string | undefined;

/** The version of the package and the commit of the build, such as `0.2.0+2d79822`; `development` without a build. */
export const version = typeof BUILD_VERSION === 'undefined' ? 'development' : BUILD_VERSION;
