import { SLOTS_MAX, type HourOfWeek, type Slot } from '@pontual/contract/queue.ts';
import { Plus, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { failureText } from '../account/form-failure.ts';
import { useMay } from '../api/may.tsx';
import { HourField } from '../posts/create/when/hour-field.tsx';
import { Button } from '../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../ui/card.tsx';
import { Chip } from '../ui/chip.tsx';
import { Notice } from '../ui/notice.tsx';
import { showToast } from '../ui/toast.tsx';
import { useFocusAfter } from '../ui/use-focus-after.ts';
import { useAddSlots, useRemoveSlot } from './queue.queries.ts';
import { hasHour, hourName, minuteOf, slotsByDay, timeOf, weekdays } from './week.ts';

const short = ['Dom', 'Seg', 'Ter', 'Qua', 'Qui', 'Sex', 'Sáb'] as const;
const WORKDAYS = [1, 2, 3, 4, 5];

/** The hours at which one posts, every week. */
export function SlotsCard({ slots }: { slots: readonly Slot[] }) {
  const title = useRef<HTMLHeadingElement>(null);
  const afterRemoval = useFocusAfter(() => title.current?.focus());
  const may = useMay('edit');
  const add = useAddSlots();
  const remove = useRemoveSlot();
  const takeBack = (slot: Slot) =>
    add.mutate([{ weekday: slot.weekday, minute: slot.minute }], { onError: told });
  const onRemove = (slot: Slot) =>
    remove.mutate(slot, {
      onSuccess: () => {
        showToast({
          text: `Horário de ${hourName(slot)} removido`,
          action: { label: 'Desfazer', run: () => takeBack(slot) },
        });
        // What was pressed is gone by then.
        afterRemoval();
      },
      onError: told,
    });
  return (
    <Card aria-labelledby="horarios">
      <CardHeader
        title={<span id="horarios">Horários da semana</span>}
        titleRef={title}
        aside={
          slots.length === 0 ? null : (
            <span className="tnum text-xs text-ink-3">
              {slots.length === 1 ? '1 horário' : `${slots.length} horários`}
            </span>
          )
        }
      />
      <CardBody className="grid gap-5 pt-2.5!">
        {slots.length === 0 ? (
          <p className="text-sm text-pretty text-ink-2">
            Nenhum horário ainda. Comece pelos dias e horas em que você costuma postar.
          </p>
        ) : (
          <dl className="grid divide-y divide-line border-y border-line">
            {slotsByDay(slots).map((day) => (
              <div key={day.weekday} className="flex items-start gap-3 py-2">
                <dt className="w-16 shrink-0 pt-3 text-sm font-semibold lg:pt-[7px]">
                  {capitalised(weekdays[day.weekday] ?? '')}
                </dt>
                <dd className="flex min-w-0 flex-wrap gap-1.5">
                  {day.slots.map((slot) =>
                    may ? (
                      <Chip
                        key={slot._id}
                        aria-label={`Remover ${hourName(slot)}`}
                        aria-disabled={remove.isPending || undefined}
                        onClick={() => (remove.isPending ? undefined : onRemove(slot))}
                      >
                        {timeOf(slot.minute)}
                        <X size={14} />
                      </Chip>
                    ) : (
                      <span key={slot._id} className="tnum py-2 pr-2 text-sm">
                        {timeOf(slot.minute)}
                      </span>
                    ),
                  )}
                </dd>
              </div>
            ))}
          </dl>
        )}
        {may ? <AddForm slots={slots} add={add} /> : null}
      </CardBody>
    </Card>
  );
}

const told = (error: Error) =>
  showToast({
    text: failureText(error, 'Não foi possível mudar os horários. Tente de novo.'),
    error: true,
  });

function AddForm(props: { slots: readonly Slot[]; add: ReturnType<typeof useAddSlots> }) {
  const { slots, add } = props;
  const [days, setDays] = useState<ReadonlySet<number>>(new Set(WORKDAYS));
  const [time, setTime] = useState('18:00');
  const [fault, setFault] = useState<string>();
  const minute = minuteOf(time);
  const wished: HourOfWeek[] =
    minute === null
      ? []
      : weekdays
          .flatMap((_, day) => (days.has(day) ? [day] : []))
          .map((weekday) => ({ weekday, minute }));
  const fresh = wished.filter((one) => !hasHour(slots, one));
  const flip = (day: number) => {
    setFault(undefined);
    setDays((last) => {
      const next = new Set(last);
      if (!next.delete(day)) next.add(day);
      return next;
    });
  };
  const send = () => {
    const refused = faultOf({ days: days.size, isTime: minute !== null, fresh: fresh.length });
    setFault(refused);
    if (refused !== undefined) return;
    add.mutate(fresh, {
      onSuccess: () => showToast({ text: addedWords(fresh) }),
    });
  };
  return (
    <form
      noValidate
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!add.isPending) send();
      }}
    >
      <fieldset>
        <legend className="mb-1.5 text-sm font-semibold">Dias</legend>
        <div className="grid grid-cols-7 gap-1">
          {short.map((name, day) => (
            <Chip
              key={name}
              pressed={days.has(day)}
              className="justify-center px-0!"
              onClick={() => flip(day)}
            >
              {name}
            </Chip>
          ))}
        </div>
      </fieldset>
      <div className="flex items-end gap-3">
        <div className="w-32">
          <HourField
            time={time}
            onTime={setTime}
            onTyping={() => setFault(undefined)}
            start="18:00"
            readOnly={add.isPending}
            invalid={fault !== undefined && minute === null}
            describedBy={undefined}
          />
        </div>
        <Button
          type="submit"
          variant={slots.length === 0 ? 'ipe' : 'ink'}
          icon={<Plus size={18} />}
          busy={add.isPending}
          busyLabel="Adicionando..."
          className="min-h-12! lg:min-h-11!"
        >
          Adicionar
        </Button>
      </div>
      {fault === undefined ? null : (
        <Notice tone="bad" live>
          {fault}
        </Notice>
      )}
      {add.isError && fault === undefined ? (
        <Notice tone="bad" live>
          {failureText(add.error, 'Não foi possível adicionar o horário. Tente de novo.')}
        </Notice>
      ) : null}
      <p className="text-xs text-pretty text-ink-3">
        Toda semana, no horário de Brasília. Remover um horário não muda os posts que já estão nele.
        Até {SLOTS_MAX} horários.
      </p>
    </form>
  );
}

/** Why nothing is added; undefined when there is something. */
function faultOf(wish: { days: number; isTime: boolean; fresh: number }): string | undefined {
  if (wish.days === 0) return 'Escolha pelo menos um dia.';
  if (!wish.isTime) return 'Escolha a hora.';
  return wish.fresh === 0 ? 'Esses horários já estão na semana.' : undefined;
}

function addedWords(added: readonly HourOfWeek[]): string {
  const [first] = added;
  return added.length === 1 && first !== undefined
    ? `Horário de ${hourName(first)} adicionado`
    : `${added.length} horários adicionados`;
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
