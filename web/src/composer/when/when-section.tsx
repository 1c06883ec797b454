import { limitsByPlan } from '@pontual/contract/billing/plans.ts';
import { lazy, Suspense } from 'react';
import { useSession } from '../../api/session.tsx';
import { explicitAccount } from '../../instagram/has-several-accounts.ts';
import { usePause } from '../../posts/pause-queries.ts';
import { SequenceNote } from '../../posts/sequence-note.tsx';
import { Alert } from '../../ui/alert.tsx';
import { earliestAfterLead } from './time-bounds.rules.ts';
import { moveRecurrence } from './recurrence.rules.ts';
import { parseDueTimeFields, type DueTimeFields } from './due-time-fields.ts';
import { SchedulePicker, type SchedulePickerProps } from './schedule-picker.tsx';
import { useBusyDays } from './use-busy-days.ts';
import { useHorizon } from './use-horizon.ts';

/** Loaded on demand: only on Premium. */
const OwnTimes = lazy(async () => ({
  default: (await import('./suggested-times.tsx')).SuggestedTimes,
}));

const RepeatField = lazy(async () => ({
  default: (await import('./repeat-field.tsx')).RepeatField,
}));

interface WhenSectionProps extends Pick<
  SchedulePickerProps,
  'when' | 'onWhen' | 'error' | 'readOnly' | 'min'
> {
  repeatMode?: 'new' | 'draft' | undefined;
  /** The target Instagram account; null for the first one. */
  instagramAccountId: string | null;
  /** Of a post that exists. */
  postId?: string;
}

export function WhenSection(props: WhenSectionProps) {
  const { user } = useSession();
  const horizon = useHorizon();
  const busy = useBusyDays(props.when.date, user !== null);
  const { when, readOnly, min = earliestAfterLead, repeatMode } = props;
  const onWhen = (next: DueTimeFields) => props.onWhen(moveRepeat(when, next));
  const hasQueue = user !== null && limitsByPlan[user.plan].advancedScheduling;
  const canRepeat = hasQueue && user.instagramAccountId !== null;
  const bounds = { min, horizon };
  const instagramAccountId = explicitAccount(user, props.instagramAccountId);
  return (
    <>
      <SchedulePicker
        {...props}
        {...busy}
        onWhen={onWhen}
        horizon={horizon}
        customTimes={
          <Suspense fallback={null}>
            {hasQueue ? (
              <OwnTimes {...{ when, onWhen, bounds, readOnly, instagramAccountId }} />
            ) : null}
            {/* A series that was chosen before a change of the plan can still be removed. */}
            {repeatMode !== undefined && (canRepeat || when.repeat !== undefined) ? (
              <RepeatField
                {...{ when, readOnly }}
                isDraft={repeatMode === 'draft'}
                onRepeat={(repeat) => {
                  const { date, time } = when;
                  props.onWhen({ date, time, ...(repeat && { repeat }) });
                }}
              />
            ) : null}
          </Suspense>
        }
      />
      <SequenceNote
        dueAt={parseDueTimeFields(when)}
        instagramAccountId={props.instagramAccountId}
        postId={props.postId}
      />
      <PauseWarning when={props.when} />
    </>
  );
}

/** A recurring post has its own time and no queue slot. */
function moveRepeat({ date, repeat }: DueTimeFields, next: DueTimeFields): DueTimeFields {
  if (repeat === undefined) return next;
  return { date: next.date, time: next.time, repeat: moveRecurrence(repeat, date, next.date) };
}

function PauseWarning({ when }: Pick<WhenSectionProps, 'when'>) {
  const { user } = useSession();
  const { data } = usePause(user !== null);
  const pause = data?.pause ?? null;
  const chosen = parseDueTimeFields(when);
  if (pause === null) return null;
  if (pause.until !== null && chosen !== null && chosen >= new Date(pause.until)) return null;
  return (
    <Alert tone="warn" className="mt-4">
      <b className="font-semibold">Publicações pausadas.</b> O post só sai se você retomar antes da
      hora dele.
    </Alert>
  );
}
