/** Where the product lives, without a trailing slash. */
export const basePath = '/app/subscriber-feedback';

/** The built client's files. Their names carry a hash of their content. */
export const assetsPath = `${basePath}/assets`;
