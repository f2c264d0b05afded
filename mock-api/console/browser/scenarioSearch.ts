import { byId } from './element.ts';

/** Makes the search field hide the scenarios and groups that do not contain its words. */
export function startScenarioSearch() {
  const field = byId('scenario-search', HTMLInputElement);
  const container = byId('scenario-groups', HTMLDivElement);
  let openBefore: ReadonlySet<string> | undefined;
  field.addEventListener('input', search);

  function search() {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    // The groups that the user had opened are open again when the field is empty.
    if (words.length > 0) openBefore ??= new Set(groups().filter(isOpen).map(titleOf));
    for (const group of groups()) {
      const shown = [...group.querySelectorAll<HTMLElement>('.rows > li')].filter((row) => {
        const text = row.textContent?.toLowerCase() ?? '';
        row.hidden = !words.every((word) => text.includes(word));
        return !row.hidden;
      });
      group.hidden = shown.length === 0;
      if (words.length > 0) group.open = shown.length > 0;
      else if (openBefore) group.open = openBefore.has(titleOf(group));
    }
    if (words.length === 0) openBefore = undefined;
  }

  function groups(): HTMLDetailsElement[] {
    return [...container.querySelectorAll('details')];
  }

  return { search };
}

export function titleOf(group: HTMLDetailsElement): string {
  return group.querySelector('h3')?.textContent ?? '';
}

function isOpen(group: HTMLDetailsElement): boolean {
  return group.open;
}
