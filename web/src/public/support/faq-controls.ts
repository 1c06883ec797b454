import { findPart } from '../../ui/page/find-part.ts';
import { attachFaqSearch } from './faq-results.ts';
import { attachFaqTabs } from './faq-tabs.ts';

/** Makes the markup of faq-section.tsx interactive. Returns the function that detaches it. */
export function attachFaqControls(section: HTMLElement): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  const chooseTab = attachFaqTabs(section, signal);
  const clearSearch = attachFaqSearch(section, signal);
  section.addEventListener('click', (event) => void copyLink(event), { signal });

  function openLinkedAnswer(canMoveFocus: boolean): void {
    const answer = document.getElementById(location.hash.slice(1));
    if (!(answer instanceof HTMLDetailsElement && section.contains(answer))) return;
    clearSearch();
    chooseTab(answer);
    answer.open = true;
    if (!canMoveFocus) return;
    answer.scrollIntoView({ block: 'start' });
    answer.querySelector('summary')?.focus({ preventScroll: true });
  }
  const openFirst = () => openLinkedAnswer(document.activeElement === document.body);
  openFirst();
  // In the first frames the browser itself goes to the hash, and takes the focus from the question.
  if (document.readyState !== 'complete') {
    addEventListener('load', () => requestAnimationFrame(openFirst), { signal });
  }
  addEventListener('hashchange', () => openLinkedAnswer(true), { signal });
  return () => controller.abort();
}

async function copyLink({ target }: Event): Promise<void> {
  const button = target instanceof Element ? target.closest<HTMLElement>('[data-part=copy]') : null;
  const id = button?.closest('details')?.id;
  if (button === null || id === undefined) return;
  const url = `${location.origin}${location.pathname}#${id}`;
  // If the browser blocks the clipboard, the address bar has the URL.
  history.replaceState(history.state, '', url);
  const show = (status: string) => {
    button.dataset['copied'] = '';
    findPart(button, 'copy-label').textContent = status;
    if (button.nextElementSibling !== null) button.nextElementSibling.textContent = status;
  };
  try {
    await navigator.clipboard.writeText(url);
    show('Link copiado');
  } catch {
    // Also without HTTPS, where the browser has no clipboard.
    show('O link está na barra de endereço');
  }
}
