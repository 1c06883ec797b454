import { useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { paths } from '../../ui/page/paths.ts';
import { toRef } from '../../ui/page/to-ref.ts';
import { isConsentPending, onConsentChange } from './consent.ts';
import { attachConsentQuestion } from './consent-controls.ts';
import { ConsentQuestion } from './consent-question.tsx';

const questionRef = toRef(attachConsentQuestion);

export function ConsentBanner() {
  const isOpen = useSyncExternalStore(onConsentChange, isConsentPending);
  const { pathname } = useLocation();
  // The composer fills the window, and the banner must not disturb the writing.
  if (!isOpen || pathname === paths.createPost) return null;
  return <ConsentQuestion ref={questionRef} />;
}
