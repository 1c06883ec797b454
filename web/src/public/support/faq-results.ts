import { findPart } from '../../ui/page/find-part.ts';
import { excerpt, highlight, search, type SearchedAnswer } from './faq-search.ts';

interface AnswerElements extends SearchedAnswer {
  details: HTMLDetailsElement;
  panel: HTMLElement | null;
  heading: HTMLElement | null;
  /** Of `texts`, in the same order. */
  blocks: readonly HTMLElement[];
}

/** While searching, the answers move from their categories to the results. Returns the function that clears. */
export function attachFaqSearch(section: HTMLElement, signal: AbortSignal): () => void {
  const part = (name: string) => findPart(section, name);
  const field = findPart<HTMLInputElement>(section, 'query');
  const found = part('found');
  const answers = [...section.querySelectorAll('details')].map(readAnswer);

  function show(): void {
    const query = field.value.trim();
    const isSearching = query !== '';
    const matches = search(answers, query);
    part('clear').hidden = field.value === '';
    part('categories').hidden = isSearching;
    part('results').hidden = !isSearching;
    part('none').hidden = matches.length > 0;
    part('count').textContent = isSearching ? resultText(matches.length, query) : '';
    for (const { panel, details } of answers) panel?.append(details);
    found.append(...matches.map(({ details }) => details));
    for (const answer of answers) highlightAnswer(answer, query);
  }

  function clear(): void {
    field.value = '';
    show();
  }

  field.addEventListener('input', show, { signal });
  field.addEventListener(
    'keydown',
    ({ key }) => {
      if (key === 'Escape') clear();
    },
    { signal },
  );
  for (const name of ['clear', 'show-all']) {
    part(name).addEventListener(
      'click',
      () => {
        clear();
        field.focus();
      },
      { signal },
    );
  }
  // The browser may have restored a search.
  if (field.value !== '') show();
  return () => {
    if (field.value !== '') clear();
  };
}

function readAnswer(details: HTMLDetailsElement): AnswerElements {
  const heading = details.querySelector('h3');
  const blocks = [...details.querySelectorAll<HTMLElement>('p, li')];
  return {
    details,
    panel: details.parentElement,
    heading,
    blocks,
    question: heading?.textContent ?? '',
    texts: blocks.map(({ textContent }) => textContent),
  };
}

function highlightAnswer(answer: AnswerElements, query: string): void {
  const { details, heading, blocks, question, texts } = answer;
  const shown = query === '' ? '' : excerpt(answer, query);
  const summary = findPart(details, 'excerpt');
  summary.hidden = shown === '';
  findPart(details, 'category').hidden = query === '';
  showHighlighted(summary, shown, query);
  showHighlighted(heading, question, query);
  for (const [index, block] of blocks.entries()) showHighlighted(block, texts[index] ?? '', query);
}

function showHighlighted(element: HTMLElement | null, text: string, query: string): void {
  element?.replaceChildren(
    ...highlight(text, query).map((part) => {
      if (!part.isFound) return part.text;
      const mark = document.createElement('mark');
      mark.className = 'rounded-xs bg-ipe-soft text-ink';
      mark.textContent = part.text;
      return mark;
    }),
  );
}

function resultText(count: number, query: string): string {
  if (count === 0) return `Nenhuma resposta para “${query}”`;
  return `${count === 1 ? '1 resposta' : `${count} respostas`} para “${query}”`;
}
