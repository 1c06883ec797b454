import * as z from 'zod/mini';

/** More than two months apart nobody calls a rhythm of weeks. */
const WEEKS_MAX = 8;

const NO_WEEKDAY = 'Escolha os dias da semana em que o post se repete';
const weekday = z.int(NO_WEEKDAY).check(z.minimum(0, NO_WEEKDAY), z.maximum(6, NO_WEEKDAY));
const NO_WEEKS = `A repetição pode ser de 1 a ${WEEKS_MAX} semanas`;
const NO_DAY = 'Escolha o dia do mês em que o post se repete';

/** On which days a post comes again, on Brasília's calendar. */
export const seriesRule = z.discriminatedUnion(
  'every',
  [
    z.strictObject({
      every: z.literal('week'),
      /** Of so many weeks one; a week begins on Sunday. */
      weeks: z.int(NO_WEEKS).check(z.minimum(1, NO_WEEKS), z.maximum(WEEKS_MAX, NO_WEEKS)),
      /** 0 is Sunday. */
      weekdays: z
        .array(weekday, NO_WEEKDAY)
        .check(z.minLength(1, NO_WEEKDAY), z.maxLength(7, NO_WEEKDAY)),
    }),
    z.strictObject({
      every: z.literal('month'),
      /** In a month that is shorter, its last day. */
      day: z.int(NO_DAY).check(z.minimum(1, NO_DAY), z.maximum(31, NO_DAY)),
    }),
  ],
  'Escolha como o post se repete',
);
export type SeriesRule = z.output<typeof seriesRule>;

/** How a post that is scheduled comes again; its own day is the first. */
export const seriesInput = z.strictObject(
  {
    rule: seriesRule,
    /** The last day on which it may; null: it goes on until somebody stops it. */
    until: z._default(z.nullable(z.iso.date('Escolha até quando o post se repete')), null),
  },
  'Escolha como o post se repete',
);
export type SeriesInput = z.output<typeof seriesInput>;

/** What a post says of the series that it is of. */
export const postSeries = z.object({
  _id: z.string(),
  rule: seriesRule,
  /** The day that it is made for, whatever its hour has become since. */
  on: z.string(),
  until: z.nullable(z.string()),
  /** No more of them are made. */
  isOver: z.boolean(),
});
