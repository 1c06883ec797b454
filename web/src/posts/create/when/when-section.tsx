import { useSession } from '../../../api/session.tsx';
import { SchedulePicker, type SchedulePickerProps } from './schedule-picker.tsx';
import { useBusyDays } from './use-busy-days.ts';
import { useHorizon } from './use-horizon.ts';

type WhenSectionProps = Pick<SchedulePickerProps, 'when' | 'onWhen' | 'error' | 'readOnly' | 'min'>;

/** The picker with what is known of the user: how far the plan goes, and the posts there are. */
export function WhenSection(props: WhenSectionProps) {
  const { user } = useSession();
  const horizon = useHorizon();
  const busy = useBusyDays(props.when.date, user !== null);
  return <SchedulePicker {...props} {...busy} horizon={horizon} />;
}
