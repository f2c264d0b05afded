import type { Locator } from 'playwright-core';

/** The WCAG contrast ratio of two opaque colours in the format of `getComputedStyle`. */
export function contrastRatio(first: string, second: string): number {
  const [lighter = 0, darker = 0] = [luminance(first), luminance(second)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map((channel) => {
    const value = Number(channel) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast ratio of the lightest and the darkest pixel of an element, as it is painted. */
export async function paintedContrast(locator: Locator): Promise<number> {
  const image = (await locator.screenshot()).toString('base64');
  const colors = await locator.page().evaluate(async (data) => {
    const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes]));
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    context?.drawImage(bitmap, 0, 0);
    const pixels = context?.getImageData(0, 0, bitmap.width, bitmap.height).data ?? [];
    const found = new Set<string>();
    for (let at = 0; at < pixels.length; at += 4) {
      found.add(`rgb(${pixels[at]}, ${pixels[at + 1]}, ${pixels[at + 2]})`);
    }
    return [...found];
  }, image);
  const luminances = colors.map(luminance);
  return (Math.max(...luminances) + 0.05) / (Math.min(...luminances) + 0.05);
}
