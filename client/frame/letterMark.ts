/** A letter, as the path of an SVG 36 wide and 32 high: the logo's mark and the browser tab's icon. */
export const letterMark = 'M3 7h30v20H3z M3 7l15 12L33 7';
