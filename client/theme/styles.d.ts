/** esbuild compiles these imports; see scripts/build/sassPlugin.ts. */
declare module '*.scss';
