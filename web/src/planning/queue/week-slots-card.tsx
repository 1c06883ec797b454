import { SLOTS_MAX, type WeeklyTime, type QueueSlot } from '@pontual/contract/planning/queue.ts';
import { Plus, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { failureText } from '../../api/api-error.ts';
import { useCan } from '../../api/permissions.tsx';
import { TimeField } from '../../composer/when/time-field.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../ui/card.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Alert } from '../../ui/alert.tsx';
import { failureToast } from '../../ui/page/failure-toast.ts';
import { showToast } from '../../ui/toast.tsx';
import { useFocusAfterRender } from '../../ui/use-focus-after-render.ts';
import { useAddSlots, useRemoveSlot } from '../../posts/queue-queries.ts';
import {
  hasSlot,
  slotLabel,
  parseMinute,
  slotsByDay,
  formatMinute,
  weekdays,
} from '../../posts/week-slots.rules.ts';

const shortWeekdays = ['Dom', 'Seg', 'Ter', 'Qua', 'Qui', 'Sex', 'Sáb'] as const;
const WORKDAYS = [1, 2, 3, 4, 5];

export function WeekSlotsCard({ slots }: { slots: readonly QueueSlot[] }) {
  const title = useRef<HTMLHeadingElement>(null);
  const restoreFocus = useFocusAfterRender(() => title.current?.focus());
  const canEdit = useCan('edit');
  const add = useAddSlots();
  const remove = useRemoveSlot();
  const undoRemoval = (slot: QueueSlot) =>
    add.mutate([{ weekday: slot.weekday, minute: slot.minute }], { onError: showError });
  const onRemove = (slot: QueueSlot) =>
    remove.mutate(slot, {
      onSuccess: () => {
        showToast({
          text: `Horário de ${slotLabel(slot)} removido`,
          action: { label: 'Desfazer', run: () => undoRemoval(slot) },
        });
        restoreFocus();
      },
      onError: showError,
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
                  {capitalize(weekdays[day.weekday] ?? '')}
                </dt>
                <dd className="flex min-w-0 flex-wrap gap-1.5">
                  {day.slots.map((slot) =>
                    canEdit ? (
                      <Chip
                        key={slot._id}
                        aria-label={`Remover ${slotLabel(slot)}`}
                        aria-disabled={remove.isPending || undefined}
                        onClick={() => (remove.isPending ? undefined : onRemove(slot))}
                      >
                        {formatMinute(slot.minute)}
                        <X size={14} />
                      </Chip>
                    ) : (
                      <span key={slot._id} className="tnum py-2 pr-2 text-sm">
                        {formatMinute(slot.minute)}
                      </span>
                    ),
                  )}
                </dd>
              </div>
            ))}
          </dl>
        )}
        {canEdit ? <AddSlotsForm slots={slots} add={add} /> : null}
      </CardBody>
    </Card>
  );
}

const showError = failureToast('Não foi possível mudar os horários. Tente de novo.');

function AddSlotsForm(props: { slots: readonly QueueSlot[]; add: ReturnType<typeof useAddSlots> }) {
  const { slots, add } = props;
  const [days, setDays] = useState<ReadonlySet<number>>(new Set(WORKDAYS));
  const [time, setTime] = useState('18:00');
  const [error, setError] = useState<string>();
  const minute = parseMinute(time);
  const requestedSlots: WeeklyTime[] =
    minute === null
      ? []
      : weekdays
          .flatMap((_, day) => (days.has(day) ? [day] : []))
          .map((weekday) => ({ weekday, minute }));
  const newSlots = requestedSlots.filter((one) => !hasSlot(slots, one));
  const toggleDay = (day: number) => {
    setError(undefined);
    setDays((last) => {
      const next = new Set(last);
      if (!next.delete(day)) next.add(day);
      return next;
    });
  };
  const send = () => {
    const error = slotsError({
      days: days.size,
      isTime: minute !== null,
      newCount: newSlots.length,
    });
    setError(error);
    if (error !== undefined) return;
    add.mutate(newSlots, {
      onSuccess: () => showToast({ text: addedText(newSlots) }),
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
          {shortWeekdays.map((name, day) => (
            <Chip
              key={name}
              pressed={days.has(day)}
              className="justify-center px-0!"
              onClick={() => toggleDay(day)}
            >
              {name}
            </Chip>
          ))}
        </div>
      </fieldset>
      <div className="flex items-end gap-3">
        <div className="w-32">
          <TimeField
            time={time}
            onTime={setTime}
            onTyping={() => setError(undefined)}
            initialTime="18:00"
            readOnly={add.isPending}
            isInvalid={error !== undefined && minute === null}
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
      {error === undefined ? null : (
        <Alert tone="bad" live>
          {error}
        </Alert>
      )}
      {add.isError && error === undefined ? (
        <Alert tone="bad" live>
          {failureText(add.error, 'Não foi possível adicionar o horário. Tente de novo.')}
        </Alert>
      ) : null}
      <p className="text-xs text-pretty text-ink-3">
        Toda semana, no horário de Brasília. Remover um horário não muda os posts que já estão nele.
        Até {SLOTS_MAX} horários.
      </p>
    </form>
  );
}

function slotsError(input: {
  days: number;
  isTime: boolean;
  newCount: number;
}): string | undefined {
  if (input.days === 0) return 'Escolha pelo menos um dia.';
  if (!input.isTime) return 'Escolha a hora.';
  return input.newCount === 0 ? 'Esses horários já estão na semana.' : undefined;
}

function addedText(added: readonly WeeklyTime[]): string {
  const [first] = added;
  return added.length === 1 && first !== undefined
    ? `Horário de ${slotLabel(first)} adicionado`
    : `${added.length} horários adicionados`;
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
