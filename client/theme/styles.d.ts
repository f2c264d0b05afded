/** The imports of style sheets, which scripts/build/sassPlugin.ts compiles. */
declare module '*.scss';
