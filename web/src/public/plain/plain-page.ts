import { normalizePath } from '@pontual/contract/shared/paths.ts';
import { SESSION_TOKEN } from '../../api/session-keys.ts';
import { readStored } from '../../api/storage.ts';
import { attachFooterClock } from '../../ui/page/footer-clock.ts';
import { attachContactControls } from '../support/contact-controls.ts';
import { attachFaqControls } from '../support/faq-controls.ts';
import { currentConsent, onConsentChange } from '../tracking/consent.ts';
import { attachConsentChoice, attachConsentQuestion } from '../tracking/consent-controls.ts';
import { trackWithConsent } from '../tracking/track-with-consent.ts';

const { documentElement: html } = document;

/** By the attribute `data-controls` of the markup that each one makes interactive. */
const attachers: Readonly<Record<string, (element: HTMLElement) => () => void>> = {
  'consent-choice': attachConsentChoice,
  'consent-question': attachConsentQuestion,
  contact: (card) => attachContactControls(card, () => undefined),
  faq: attachFaqControls,
  'footer-clock': attachFooterClock,
};

/** Makes a plain page interactive. Returns the function that detaches it. */
export function startPlainPage(): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  const detachers = [...document.querySelectorAll<HTMLElement>('[data-controls]')].map((element) =>
    attachers[element.dataset['controls'] ?? '']?.(element),
  );
  document.addEventListener('click', closeMenu, { signal });
  const onStorage = ({ key }: StorageEvent) => {
    if (key === SESSION_TOKEN || key === null) showSession();
  };
  addEventListener('storage', onStorage, { signal });
  const stopShowingAgain = onShownAgain(showSession);
  const stopConsent = onConsentChange(showConsent);
  const stopTracking = trackWithConsent({
    ready: Promise.resolve(),
    current: () => normalizePath(location.pathname),
    onChange: onShownAgain,
  });
  return () => {
    controller.abort();
    for (const detach of [...detachers, stopShowingAgain, stopConsent, stopTracking]) detach?.();
  };
}

/** Back may show the page as it was before, for example before a login. Returns the function that stops it. */
function onShownAgain(listener: () => void): () => void {
  const onPageShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) listener();
  };
  addEventListener('pageshow', onPageShow);
  return () => removeEventListener('pageshow', onPageShow);
}

/** A link to a part of the same page loads no page, so the browser would leave the menu open. */
function closeMenu({ target }: Event): void {
  if (!(target instanceof Element)) return;
  target.closest('a')?.closest<HTMLElement>(':popover-open')?.hidePopover();
}

function showSession(): void {
  const wasUser = hasSession();
  html.toggleAttribute('data-session', readStored(SESSION_TOKEN) !== null);
  if (!wasUser && hasSession() && isReplacedForUsers()) location.reload();
}

export const hasSession = (): boolean => html.dataset['session'] !== undefined;

/** A user's help centre is a page of the application. */
export const isReplacedForUsers = (): boolean =>
  document.querySelector('.plain-page.for-visitors') !== null;

function showConsent(): void {
  const choice = currentConsent()?.choice;
  if (choice === undefined) delete html.dataset['consent'];
  else html.dataset['consent'] = choice;
}
