import { planNames } from '@pontual/contract/plans.ts';
import { useSession } from '../../../api/session.tsx';
import { useLimits } from '../../limits.queries.ts';
import { SchedulePicker, type SchedulePickerProps } from './schedule-picker.tsx';
import { useBusyDays } from './use-busy-days.ts';

type WhenSectionProps = Pick<SchedulePickerProps, 'when' | 'onWhen' | 'error' | 'readOnly' | 'min'>;

/** The picker with what is known of the user: how far the plan goes, and the posts there are. */
export function WhenSection(props: WhenSectionProps) {
  const { user } = useSession();
  const limits = useLimits();
  const busy = useBusyDays(props.when.date, user !== null);
  const plan = planNames[user?.plan ?? 'free'];
  const horizon = limits === undefined ? null : { days: limits.maxScheduleDays, plan };
  return <SchedulePicker {...props} {...busy} horizon={horizon} />;
}
