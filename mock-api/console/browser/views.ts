/** The titles of the views. */
export const titles = {
  scenarios: 'Scenarios',
  requests: 'Requests',
};

export type View = keyof typeof titles;

export const allViews = Object.keys(titles) as View[];
