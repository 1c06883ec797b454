import type { User } from '@pontual/contract/auth.ts';
import { useMinute } from '../../../shell/minute.ts';
import { afterLead, faultOfTime } from '../when/bounds.ts';
import { useHorizon } from '../when/use-horizon.ts';
import type { DetailsStep } from '../wizard-state.ts';
import { PreflightPanel } from './preflight-panel.tsx';
import { findingsOf, type Mend } from './preflight.ts';
import { publiFinding } from './publi.ts';
import { useState } from 'react';
import { SimilarPosts } from './similar-posts.tsx';
import { useSimilar } from './use-similar.ts';

interface PreflightSectionProps {
  wizard: DetailsStep;
  /** Null for a visitor, of whose account nothing is known. */
  user: User | null;
  onMend: (mend: Mend) => void;
}

/** The panel with what is known of the user and of the moment. */
export function PreflightSection({ wizard, user, onMend }: PreflightSectionProps) {
  const { form, mediaType, sending } = wizard;
  const now = useMinute();
  const horizon = useHorizon();
  const isChosen = form.when.date !== '' && form.when.time !== '';
  const findings = findingsOf(form, mediaType, {
    connected: user === null || user.instagramAccountId !== null,
    timeFault: isChosen ? faultOfTime(form.when, now, { min: afterLead, horizon }) : null,
  });
  const [dismissed, setDismissed] = useState<readonly string[]>([]);
  const publi = publiFinding(form, mediaType);
  const reminders = publi === null || dismissed.includes(publi.id) ? [] : [publi];
  const similar = useSimilar(form, user !== null);
  const locked = sending.state === 'sending';
  return (
    <PreflightPanel
      findings={[...findings, ...reminders]}
      locked={locked}
      onMend={onMend}
      onDismiss={({ id }) => setDismissed((ids) => [...ids, id])}
    >
      <SimilarPosts posts={similar} />
    </PreflightPanel>
  );
}
