import { limitsByPlan } from '@pontual/contract/plans.ts';
import { lazy, Suspense } from 'react';
import { useSession } from '../../../api/session.tsx';
import { accountAmongSeveral } from '../../../instagram/has-several.ts';
import { usePause } from '../../../pause/pause.queries.ts';
import { Notice } from '../../../ui/notice.tsx';
import { afterLead } from './bounds.ts';
import { repeatingFrom } from '../../../series/repeating.ts';
import { fromFields, type WallFields } from './wall-fields.ts';
import { SchedulePicker, type SchedulePickerProps } from './schedule-picker.tsx';
import { useBusyDays } from './use-busy-days.ts';
import { useHorizon } from './use-horizon.ts';

/** Only on Premium. */
const OwnTimes = lazy(async () => ({
  default: (await import('../../../queue/own-times.tsx')).OwnTimes,
}));

/** The same. */
const RepeatField = lazy(async () => ({
  default: (await import('../../../series/repeat-field.tsx')).RepeatField,
}));

interface WhenSectionProps extends Pick<
  SchedulePickerProps,
  'when' | 'onWhen' | 'error' | 'readOnly' | 'min'
> {
  /** It may come again: a post that is being made, or a draft. */
  repeats?: 'new' | 'draft' | undefined;
  /** On which it goes out; null: the first one. */
  account: string | null;
}

/** The picker with what is known of the user: how far the plan goes, and the posts there are. */
export function WhenSection(props: WhenSectionProps) {
  const { user } = useSession();
  const horizon = useHorizon();
  const busy = useBusyDays(props.when.date, user !== null);
  const { when, readOnly, min = afterLead, repeats } = props;
  const onWhen = (next: WallFields) => props.onWhen(goingOn(when, next));
  const hasQueue = user !== null && limitsByPlan[user.plan].advancedScheduling;
  const mayRepeat = hasQueue && user.instagramAccountId !== null;
  const bounds = { min, horizon };
  const account = accountAmongSeveral(user, props.account);
  return (
    <>
      <SchedulePicker
        {...props}
        {...busy}
        onWhen={onWhen}
        horizon={horizon}
        own={
          <Suspense fallback={null}>
            {hasQueue ? <OwnTimes {...{ when, onWhen, bounds, readOnly, account }} /> : null}
            {/* What is kept of before the plan was changed can be taken back. */}
            {repeats !== undefined && (mayRepeat || when.repeat !== undefined) ? (
              <RepeatField
                {...{ when, readOnly }}
                ofDraft={repeats === 'draft'}
                onRepeat={(repeat) => {
                  const { date, time } = when;
                  props.onWhen({ date, time, ...(repeat && { repeat }) });
                }}
              />
            ) : null}
          </Suspense>
        }
      />
      <InPause when={props.when} />
    </>
  );
}

/** What comes again goes on doing so, from another day on; its hour is its own and not the queue's. */
function goingOn({ date, repeat }: WallFields, next: WallFields): WallFields {
  if (repeat === undefined) return next;
  return { date: next.date, time: next.time, repeat: repeatingFrom(repeat, date, next.date) };
}

/** An hour that a pause would have the post miss. */
function InPause({ when }: Pick<WhenSectionProps, 'when'>) {
  const { user } = useSession();
  const { data } = usePause(user !== null);
  const pause = data?.pause ?? null;
  const chosen = fromFields(when);
  if (pause === null) return null;
  if (pause.until !== null && chosen !== null && chosen >= new Date(pause.until)) return null;
  return (
    <Notice tone="warn" className="mt-4">
      <b className="font-semibold">Publicações pausadas.</b> O post só sai se você retomar antes da
      hora dele.
    </Notice>
  );
}
