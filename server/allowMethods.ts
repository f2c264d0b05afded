import type { RequestHandler } from 'express';

export const readMethods = ['GET', 'HEAD'] as const;

/** Answers 405 to every other method, naming the ones that are allowed here. */
export function allowMethods(...methods: readonly string[]): RequestHandler {
  const allow = methods.join(', ');
  return (req, res, next) => {
    if (methods.includes(req.method)) return next();
    res
      .status(405)
      .set({ Allow: allow, 'Cache-Control': 'no-store' })
      .type('text')
      .send(`The method has to be one of ${allow}.\n`);
  };
}
