import type { Picture } from './takePictures.ts';

/** Renders the HTML page with all pictures, a row for each state and style. */
export function renderGallery(pictures: readonly Picture[]): string {
  const rows = new Map<string, Picture[]>();
  for (const picture of pictures) {
    const name = `${picture.state}, ${picture.style}`;
    rows.set(name, [...(rows.get(name) ?? []), picture]);
  }
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Gallery</title>
<style>
body { margin: 2rem; font: 1rem/1.5 system-ui, sans-serif; background: #ddd; }
div { display: flex; gap: 1rem; align-items: start; overflow-x: auto; }
img { max-width: 45vw; max-height: 90vh; }
</style>
<h1>Gallery</h1>
${[...rows].map(([name, row]) => renderRow(name, row)).join('\n')}
</html>
`;
}

function renderRow(name: string, row: readonly Picture[]): string {
  const images = row.map(
    ({ file, width }) =>
      `<a href="${file}"><img src="${file}" alt="${name} at ${width} px" loading="lazy"></a>`,
  );
  return `<h2>${name}</h2>\n<p>${row[0]?.description}</p>\n<div>${images.join('')}</div>`;
}
