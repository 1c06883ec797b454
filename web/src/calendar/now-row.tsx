import { formatTime } from '@pontual/contract/shared/brasilia-time.ts';
import { cx } from '../ui/cx.ts';

export const rowGridClass =
  'grid grid-cols-[44px_24px_minmax(0,1fr)] lg:grid-cols-[44px_32px_minmax(0,1fr)]';

export function NowRow({ now }: { now: Date }) {
  const time = formatTime(now);
  return (
    <li className={cx(rowGridClass, 'relative h-[26px] items-center')}>
      <span className="sr-only">Agora, {time}</span>
      <b aria-hidden="true" className="tnum font-heading text-sm leading-none! font-bold">
        {time}
      </b>
      <i
        aria-hidden="true"
        className="z-[1] size-4 justify-self-center rounded-full bg-ipe forced-color-adjust-none shadow-[0_0_0_2px_var(--ink),0_0_0_5px_var(--paper)]"
      />
      <span
        aria-hidden="true"
        className="flex items-center gap-2.5 pl-[9px] text-xs font-semibold whitespace-nowrap after:h-0.5 after:flex-1 after:rounded-full after:bg-ink after:forced-mark"
      >
        agora
      </span>
    </li>
  );
}
