/**
 * One tab stop; arrow keys select at once. Returns the function that chooses the tab whose panel contains an
 * element.
 */
export function attachFaqTabs(
  section: HTMLElement,
  signal: AbortSignal,
): (content: HTMLElement) => void {
  const list = section.querySelector<HTMLElement>('[role=tablist]');
  const tabs = [...section.querySelectorAll<HTMLElement>('[role=tab]')];
  const panelOf = (tab: HTMLElement) =>
    document.getElementById(tab.getAttribute('aria-controls') ?? '');

  function choose(chosen: HTMLElement): void {
    for (const tab of tabs) {
      const isChosen = tab === chosen;
      tab.ariaSelected = String(isChosen);
      tab.tabIndex = isChosen ? 0 : -1;
      panelOf(tab)?.classList.toggle('hidden', !isChosen);
    }
    // Scrolls only the tab list, not the page.
    if (list !== null) {
      list.scrollTo({ left: chosen.offsetLeft - (list.clientWidth - chosen.offsetWidth) / 2 });
    }
  }

  for (const [index, tab] of tabs.entries()) {
    tab.addEventListener('click', () => choose(tab), { signal });
    tab.addEventListener(
      'keydown',
      (event) => {
        const next = tabs.at(nextIndex(event.key, index, tabs.length) ?? tabs.length);
        if (next === undefined) return;
        event.preventDefault();
        choose(next);
        next.focus({ preventScroll: true });
      },
      { signal },
    );
  }
  return (content) => {
    const tab = tabs.find((each) => panelOf(each)?.contains(content));
    if (tab !== undefined) choose(tab);
  };
}

function nextIndex(key: string, index: number, count: number): number | undefined {
  if (key === 'ArrowRight') return (index + 1) % count;
  if (key === 'ArrowLeft') return index - 1;
  if (key === 'Home') return 0;
  return key === 'End' ? -1 : undefined;
}
