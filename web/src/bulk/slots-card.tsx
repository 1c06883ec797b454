import { formatDayMonth } from '@pontual/contract/brasilia-time.ts';
import { Plus, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { afterLead, type Bounds } from '../posts/create/when/bounds.ts';
import { DateField } from '../posts/create/when/date-field.tsx';
import { HourField } from '../posts/create/when/hour-field.tsx';
import { useMinute } from '../shell/minute.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Chip } from '../ui/chip.tsx';
import { cx } from '../ui/cx.ts';
import { Notice } from '../ui/notice.tsx';
import { useFocusAfter } from '../ui/use-focus-after.ts';
import { postsText } from './batch-words.ts';
import type { Plan } from './use-plan.ts';

const weekdays = ['Dom', 'Seg', 'Ter', 'Qua', 'Qui', 'Sex', 'Sáb'] as const;
const suggested: readonly string[] = ['09:00', '12:00', '15:00', '18:00', '20:00'];

const noDays: ReadonlySet<string> = new Set();
const bounds: Bounds = { min: afterLead, horizon: null };

/** On which days and at which hours files without a sheet go out. */
export function SlotsCard({ plan, disabled }: { plan: Plan; disabled: boolean }) {
  const { wishes, setWishes, lacking } = plan;
  const [own, setOwn] = useState('');
  const now = useMinute();
  const { from, weekdays: chosen, hours } = wishes;
  const flip = <T,>(set: readonly T[], item: T) =>
    set.includes(item) ? set.filter((each) => each !== item) : [...set, item];
  const offered = [...new Set([...suggested, ...hours])].toSorted();
  const chips = useRef<HTMLDivElement>(null);
  const gone = useRef(0);
  const focusAfterHour = useFocusAfter(() => {
    const left = chips.current?.querySelectorAll('button');
    left?.item(Math.min(gone.current, left.length - 1)).focus();
  });
  const press = (hour: string, position: number) => {
    setWishes({ ...wishes, hours: flip(hours, hour) });
    if (suggested.includes(hour)) return;
    // One's own hour goes with its chip.
    gone.current = position;
    focusAfterHour();
  };
  const add = () => {
    if (own !== '' && !hours.includes(own)) setWishes({ ...wishes, hours: [...hours, own] });
    setOwn('');
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
              pressed={chosen.has(day)}
              onClick={() => setWishes({ ...wishes, weekdays: new Set(flip([...chosen], day)) })}
            >
              {name}
            </Chip>
          ))}
        </div>
      </fieldset>
      <fieldset>
        <legend className="mb-1.5 text-sm font-semibold">Horas, em Brasília</legend>
        <div ref={chips} className="flex flex-wrap gap-1.5">
          {offered.map((hour, position) => (
            <Chip key={hour} pressed={hours.includes(hour)} onClick={() => press(hour, position)}>
              {hour}
              {hours.includes(hour) ? <X size={14} /> : null}
            </Chip>
          ))}
        </div>
      </fieldset>
      <div className="flex flex-wrap items-end gap-3">
        <div className="w-64 max-w-full">
          <DateField
            label="A partir de"
            date={from}
            onDate={(date) => setWishes({ ...wishes, from: date })}
            onMonth={undefined}
            busyDays={noDays}
            now={now}
            bounds={bounds}
            readOnly={false}
            invalid={false}
            describedBy={undefined}
          />
        </div>
        <div className="w-36">
          <HourField
            label="Outra hora"
            time={own}
            onTime={setOwn}
            onTyping={() => undefined}
            start="08:00"
            readOnly={false}
            invalid={false}
            describedBy={undefined}
          />
        </div>
        <Button variant="line" icon={<Plus size={18} />} disabled={own === ''} onClick={add}>
          Incluir
        </Button>
      </div>
      {lacking === null ? null : (
        <Notice tone="warn" live>
          {lacking.found === 0 ? 'Nenhum post cabe' : `Só ${fitText(lacking.found)}`} nestes
          horários até {formatDayMonth(lacking.until)}, o último dia do seu plano. Escolha mais dias
          ou horas: {lacking.missing === 1 ? 'falta um post' : `faltam ${lacking.missing} posts`}.
        </Notice>
      )}
    </Card>
  );
}

const fitText = (count: number) => (count === 1 ? '1 post cabe' : `${postsText(count)} cabem`);
