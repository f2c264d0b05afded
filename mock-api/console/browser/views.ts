/** The titles of the views. */
export const views = {
  scenarios: 'Scenarios',
  requests: 'Requests',
  coverage: 'Coverage',
  contract: 'Contract',
};

export type View = keyof typeof views;
