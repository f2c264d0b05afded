/** Where the document holds what the script looks for. */
export const rootId = 'root';
export const settingsId = 'settings';
