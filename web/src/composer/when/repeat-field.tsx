import { formatDate, startOfDay, weekdayOf } from '@pontual/contract/shared/brasilia-time.ts';
import { generateDates } from '@pontual/contract/planning/series-dates.ts';
import type { SeriesRule } from '@pontual/contract/posts/series-rule.ts';
import { useId, type ReactNode } from 'react';
import { DateField } from './date-field.tsx';
import type { DueTimeFields } from './due-time-fields.ts';
import { useMinute } from '../../ui/page/use-minute.ts';
import { Chip } from '../../ui/chip.tsx';
import { dayOfMonth, isLastOfMonth, recurrenceText, type Recurrence } from './recurrence.rules.ts';

const shortNames = ['Dom', 'Seg', 'Ter', 'Qua', 'Qui', 'Sex', 'Sáb'];
type Monthly = Extract<SeriesRule, { every: 'month' }>;
const DATES_SHOWN = 3;
/** Number of occurrences created ahead (decision 029). */
const POSTS_AHEAD = 4;

interface RepeatFieldProps {
  when: DueTimeFields;
  onRepeat: (repeat: Recurrence | undefined) => void;
  readOnly: boolean;
  isDraft: boolean;
}

export function RepeatField({ when, onRepeat, readOnly, isDraft }: RepeatFieldProps) {
  const { date, repeat } = when;
  if (date === '') {
    return (
      <ChoiceGroup label="Repetir">
        <p className="text-sm text-ink-2">Escolha antes o dia do primeiro post.</p>
      </ChoiceGroup>
    );
  }
  const choose = (rule: SeriesRule) => onRepeat({ rule, until: repeat?.until ?? null });
  const recurrenceOptions = listRecurrenceOptions(date, repeat?.rule);
  return (
    <>
      <ChoiceGroup label="Repetir">
        <Choice
          pressed={repeat === undefined}
          {...{ readOnly }}
          onChoose={() => onRepeat(undefined)}
        >
          Não repetir
        </Choice>
        {recurrenceOptions.map(({ label, rule, pressed }) => (
          <Choice key={label} {...{ pressed, readOnly }} onChoose={() => choose(rule)}>
            {label}
          </Choice>
        ))}
      </ChoiceGroup>
      {repeat === undefined ? null : (
        <>
          <WeekdayChoices {...{ date, rule: repeat.rule, readOnly }} onRule={choose} />
          <EndDateField
            {...{ date, readOnly }}
            until={repeat.until}
            onUntil={(until) => onRepeat({ ...repeat, until })}
          />
          <RecurrenceSummary {...{ when, repeat, isDraft }} />
        </>
      )}
    </>
  );
}

/** A chosen weekly rule keeps its weekdays. */
function listRecurrenceOptions(date: string, chosen: SeriesRule | undefined) {
  const weekdays = chosen?.every === 'week' ? chosen.weekdays : [weekdayOf(date)];
  const weekly = (weeks: number): SeriesRule => ({ every: 'week', weeks, weekdays });
  const isWeekly = (weeks: number) => chosen?.every === 'week' && chosen.weeks === weeks;
  const day = chosen?.every === 'month' ? chosen.day : dayOfMonth(date);
  return [
    { label: 'Toda semana', rule: weekly(1), pressed: isWeekly(1) },
    { label: 'A cada 2 semanas', rule: weekly(2), pressed: isWeekly(2) },
    {
      label: 'Todo mês',
      rule: { every: 'month', day } satisfies SeriesRule,
      pressed: chosen?.every === 'month',
    },
  ];
}

interface WeekdayChoicesProps {
  date: string;
  rule: SeriesRule;
  readOnly: boolean;
  onRule: (rule: SeriesRule) => void;
}

function WeekdayChoices({ date, rule, readOnly, onRule }: WeekdayChoicesProps) {
  const id = useId();
  if (rule.every === 'month') return <DayOfMonth {...{ date, rule, readOnly, onRule }} />;
  const first = weekdayOf(date);
  const toggle = (weekday: number) => {
    const others = rule.weekdays.filter((one) => one !== weekday);
    const isThere = others.length < rule.weekdays.length;
    const weekdays = isThere ? others : [...others, weekday].toSorted((a, b) => a - b);
    onRule({ ...rule, weekdays });
  };
  return (
    <ChoiceGroup label="Nos dias">
      {shortNames.map((name, weekday) => (
        <Chip
          key={name}
          pressed={rule.weekdays.includes(weekday)}
          aria-disabled={readOnly || weekday === first || undefined}
          aria-describedby={weekday === first ? id : undefined}
          className="min-w-11 justify-center px-2!"
          onClick={() => {
            if (!readOnly && weekday !== first) toggle(weekday);
          }}
        >
          {name}
        </Chip>
      ))}
      <span id={id} hidden>
        É o dia do primeiro post.
      </span>
    </ChoiceGroup>
  );
}

/** On the last day of a month the rule can mean its number or the last day. */
function DayOfMonth({ date, rule, readOnly, onRule }: WeekdayChoicesProps & { rule: Monthly }) {
  const day = dayOfMonth(date);
  if (!isLastOfMonth(date) || day === 31) return null;
  const isLast = rule.day === 31;
  return (
    <ChoiceGroup label="No dia">
      <Choice pressed={!isLast} {...{ readOnly }} onChoose={() => onRule({ every: 'month', day })}>
        Dia {day}
      </Choice>
      <Choice
        pressed={isLast}
        {...{ readOnly }}
        onChoose={() => onRule({ every: 'month', day: 31 })}
      >
        Último dia do mês
      </Choice>
    </ChoiceGroup>
  );
}

interface EndDateFieldProps {
  date: string;
  until: string | null;
  readOnly: boolean;
  onUntil: (until: string | null) => void;
}

function EndDateField({ date, until, readOnly, onUntil }: EndDateFieldProps) {
  const now = useMinute();
  const fourthOccurrence = () => {
    const [, , , found] = firstDates(
      4,
      { every: 'week', weeks: 1, weekdays: [weekdayOf(date)] },
      date,
    );
    return found ?? date;
  };
  return (
    <>
      <ChoiceGroup label="Até">
        <Choice pressed={until === null} {...{ readOnly }} onChoose={() => onUntil(null)}>
          Sem fim
        </Choice>
        <Choice
          pressed={until !== null}
          {...{ readOnly }}
          onChoose={() => onUntil(until ?? fourthOccurrence())}
        >
          Até uma data
        </Choice>
      </ChoiceGroup>
      {until === null ? null : (
        <div className="mt-3 max-w-[420px]">
          <DateField
            label="Último dia"
            date={until}
            onDate={onUntil}
            onMonth={undefined}
            busyDays={noDays}
            now={now}
            bounds={{ min: () => startOfDay(date, 1), horizon: null }}
            readOnly={readOnly}
            isInvalid={false}
            describedBy={undefined}
          />
        </div>
      )}
    </>
  );
}

const noDays: ReadonlySet<string> = new Set();

function firstDates(count: number, rule: SeriesRule, firstOn: string, until: string | null = null) {
  const dates: string[] = [];
  for (const day of generateDates({ rule, firstOn, until }, firstOn)) {
    if (dates.length === count) break;
    dates.push(day);
  }
  return dates;
}

function RecurrenceSummary(props: { when: DueTimeFields; repeat: Recurrence; isDraft: boolean }) {
  const { when, repeat, isDraft } = props;
  const { rule, until } = repeat;
  const days = firstDates(POSTS_AHEAD + 1, rule, when.date, until);
  const end = until === null ? '' : `, até ${formatDate(startOfDay(until))}`;
  return (
    <output className="tnum mt-4 block rounded-md bg-ipe-soft px-4 py-3 text-sm">
      <b className="font-semibold">
        Repete {recurrenceText(rule, when.time)}
        {end}
      </b>
      , próximos: {days.slice(0, DATES_SHOWN).map(shortDate).join(', ')}.
      <span className="mt-1 block text-xs text-ink-2">
        {days.length > POSTS_AHEAD
          ? `Os ${POSTS_AHEAD} próximos ficam no calendário, e cada um pode mudar sozinho.`
          : 'Todos ficam no calendário, e cada um pode mudar sozinho.'}
        {isDraft ? null : ' Um rascunho não guarda a repetição.'}
      </span>
    </output>
  );
}

const shortDate = (day: string) => `${day.slice(8)}/${day.slice(5, 7)}`;

function ChoiceGroup({ label, children }: { label: string; children: ReactNode }) {
  return (
    <fieldset className="mt-4 min-w-0">
      <legend className="mb-2 text-xs text-ink-3">{label}</legend>
      <div className="flex flex-wrap gap-2">{children}</div>
    </fieldset>
  );
}

interface ChoiceProps {
  pressed: boolean;
  readOnly: boolean;
  onChoose: () => void;
  children: ReactNode;
}

function Choice({ pressed, readOnly, onChoose, children }: ChoiceProps) {
  return (
    <Chip
      pressed={pressed}
      aria-disabled={readOnly || undefined}
      onClick={() => {
        if (!readOnly) onChoose();
      }}
    >
      {children}
    </Chip>
  );
}
