import { formatDayMonth } from '@pontual/contract/shared/brasilia-time.ts';
import { Plus, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { earliestAfterLead, type Bounds } from '../../composer/when/time-bounds.rules.ts';
import { DateField } from '../../composer/when/date-field.tsx';
import { TimeField } from '../../composer/when/time-field.tsx';
import { useMinute } from '../../ui/page/use-minute.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Chip } from '../../ui/chip.tsx';
import { cx } from '../../ui/cx.ts';
import { Alert } from '../../ui/alert.tsx';
import { useFocusAfterRender } from '../../ui/use-focus-after-render.ts';
import { postsText } from './batch-text.ts';
import type { BatchPlan } from './use-batch-plan.ts';

const weekdays = ['Dom', 'Seg', 'Ter', 'Qua', 'Qui', 'Sex', 'Sáb'] as const;
const suggestedTimes: readonly string[] = ['09:00', '12:00', '15:00', '18:00', '20:00'];

const noDays: ReadonlySet<string> = new Set();
const bounds: Bounds = { min: earliestAfterLead, horizon: null };

export function FreeSlotsCard({
  batchPlan,
  disabled,
}: {
  batchPlan: BatchPlan;
  disabled: boolean;
}) {
  const { preferences, setPreferences, shortfall } = batchPlan;
  const [customTime, setCustomTime] = useState('');
  const now = useMinute();
  const { from, weekdays: selectedWeekdays, times } = preferences;
  const toggle = <T,>(set: readonly T[], item: T) =>
    set.includes(item) ? set.filter((each) => each !== item) : [...set, item];
  const offeredTimes = [...new Set([...suggestedTimes, ...times])].toSorted();
  const chips = useRef<HTMLDivElement>(null);
  const removedPosition = useRef(0);
  const focusAfterRemoval = useFocusAfterRender(() => {
    const left = chips.current?.querySelectorAll('button');
    left?.item(Math.min(removedPosition.current, left.length - 1)).focus();
  });
  const toggleTime = (time: string, position: number) => {
    setPreferences({ ...preferences, times: toggle(times, time) });
    if (suggestedTimes.includes(time)) return;
    removedPosition.current = position;
    focusAfterRemoval();
  };
  const addTime = () => {
    if (customTime !== '' && !times.includes(customTime))
      setPreferences({ ...preferences, times: [...times, customTime] });
    setCustomTime('');
  };
  return (
    <Card
      aria-label="Horários livres"
      inert={disabled}
      className={cx('mt-4 grid gap-4 p-4 lg:p-5', disabled && 'opacity-60')}
    >
      <div>
        <h2 className="h-card">Horários livres</h2>
        <p className="mt-1 text-sm text-pretty text-ink-2">
          Um post por arquivo, na ordem, sem os horários que já têm post.
        </p>
      </div>
      <fieldset>
        <legend className="mb-1.5 text-sm font-semibold">Dias da semana</legend>
        <div className="flex flex-wrap gap-1.5">
          {weekdays.map((name, day) => (
            <Chip
              key={name}
              pressed={selectedWeekdays.has(day)}
              onClick={() =>
                setPreferences({
                  ...preferences,
                  weekdays: new Set(toggle([...selectedWeekdays], day)),
                })
              }
            >
              {name}
            </Chip>
          ))}
        </div>
      </fieldset>
      <fieldset>
        <legend className="mb-1.5 text-sm font-semibold">Horas, em Brasília</legend>
        <div ref={chips} className="flex flex-wrap gap-1.5">
          {offeredTimes.map((hour, position) => (
            <Chip
              key={hour}
              pressed={times.includes(hour)}
              onClick={() => toggleTime(hour, position)}
            >
              {hour}
              {times.includes(hour) ? <X size={14} /> : null}
            </Chip>
          ))}
        </div>
      </fieldset>
      <div className="flex flex-wrap items-end gap-3">
        <div className="w-64 max-w-full">
          <DateField
            label="A partir de"
            date={from}
            onDate={(date) => setPreferences({ ...preferences, from: date })}
            onMonth={undefined}
            busyDays={noDays}
            now={now}
            bounds={bounds}
            readOnly={false}
            isInvalid={false}
            describedBy={undefined}
          />
        </div>
        <div className="w-36">
          <TimeField
            label="Outra hora"
            time={customTime}
            onTime={setCustomTime}
            onTyping={() => undefined}
            initialTime="08:00"
            readOnly={false}
            isInvalid={false}
            describedBy={undefined}
          />
        </div>
        <Button
          variant="line"
          icon={<Plus size={18} />}
          disabled={customTime === ''}
          onClick={addTime}
        >
          Incluir
        </Button>
      </div>
      {shortfall === null ? null : (
        <Alert tone="warn" live>
          {shortfall.found === 0 ? 'Nenhum post cabe' : `Só ${fitText(shortfall.found)}`} nestes
          horários até {formatDayMonth(shortfall.until)}, o último dia do seu plano. Escolha mais
          dias ou horas:{' '}
          {shortfall.missing === 1 ? 'falta um post' : `faltam ${shortfall.missing} posts`}.
        </Alert>
      )}
    </Card>
  );
}

const fitText = (count: number) => (count === 1 ? '1 post cabe' : `${postsText(count)} cabem`);
