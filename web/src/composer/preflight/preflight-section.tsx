import type { User } from '@pontual/contract/identity/auth.ts';
import { useMinute } from '../../ui/page/use-minute.ts';
import { earliestAfterLead, validateTime } from '../when/time-bounds.rules.ts';
import { useHorizon } from '../when/use-horizon.ts';
import type { DetailsState } from '../wizard-state.ts';
import { PreflightPanel } from './preflight-panel.tsx';
import { runPreflight, type Fix } from './preflight.ts';
import { checkAdDisclosure } from './ad-disclosure.ts';
import { useState } from 'react';
import { DuplicatePosts } from './duplicate-posts.tsx';
import { useDuplicates } from './use-duplicates.ts';

interface PreflightSectionProps {
  wizard: DetailsState;
  /** Null for a visitor, who has no known Instagram account. */
  user: User | null;
  onFix: (fix: Fix) => void;
}

export function PreflightSection({ wizard, user, onFix }: PreflightSectionProps) {
  const { form, mediaType, sending } = wizard;
  const now = useMinute();
  const horizon = useHorizon();
  const isTimeChosen = form.when.date !== '' && form.when.time !== '';
  const findings = runPreflight(form, mediaType, {
    isConnected: user === null || user.instagramAccountId !== null,
    timeError: isTimeChosen
      ? validateTime(form.when, now, { min: earliestAfterLead, horizon })
      : null,
  });
  const [dismissed, setDismissed] = useState<readonly string[]>([]);
  const disclosureFinding = checkAdDisclosure(form, mediaType);
  const reminders =
    disclosureFinding === null || dismissed.includes(disclosureFinding.id)
      ? []
      : [disclosureFinding];
  const duplicates = useDuplicates(form, user !== null);
  const locked = sending.state === 'sending';
  return (
    <PreflightPanel
      findings={[...findings, ...reminders]}
      locked={locked}
      onFix={onFix}
      onDismiss={({ id }) => setDismissed((ids) => [...ids, id])}
    >
      <DuplicatePosts posts={duplicates} />
    </PreflightPanel>
  );
}
