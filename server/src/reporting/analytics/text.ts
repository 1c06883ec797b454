import { formatWeekday, startOfDay } from '@pontual/contract/shared/brasilia-time.ts';
import type { MediaType } from '@pontual/contract/posts/posts.ts';

const decimal = new Intl.NumberFormat('pt-BR', {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});
const whole = new Intl.NumberFormat('pt-BR');

export const formatTenthsPercent = (value: number): string => `${decimal.format(value)}%`;
export const formatInteger = (value: number): string => whole.format(value);

/** With the possessive, which depends on the gender: `seus carrosséis`. */
const plurals: Record<MediaType, { name: string; of: string }> = {
  IMAGE: { name: 'imagens', of: 'Suas' },
  VIDEO: { name: 'vídeos', of: 'Seus' },
  REELS: { name: 'reels', of: 'Seus' },
  STORIES: { name: 'stories', of: 'Seus' },
  CAROUSEL: { name: 'carrosséis', of: 'Seus' },
};
export const pluralName = (type: MediaType): string => plurals[type].name;
export const possessiveName = (type: MediaType): string =>
  `${plurals[type].of} ${plurals[type].name}`;
/** `das imagens`, `dos reels` */
export const genitiveName = (type: MediaType): string =>
  `${plurals[type].of === 'Suas' ? 'das' : 'dos'} ${plurals[type].name}`;

/** 4 January 1970 was a Sunday. */
const FIRST_SUNDAY = '1970-01-04';
/** `terça`; 0 is Sunday. */
export const weekdayName = (weekday: number): string =>
  formatWeekday(startOfDay(FIRST_SUNDAY, weekday));
export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
export const formatList = (words: readonly string[]): string =>
  new Intl.ListFormat('pt-BR', { type: 'conjunction' }).format(words);
