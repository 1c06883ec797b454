import { dayKey, fromBrasilia } from '@pontual/contract/shared/brasilia-time.ts';
import type { MediaType, PostStatus } from '@pontual/contract/posts/posts.ts';
import { addDays, weekBounds, type DayKey } from '../../ui/dates/month-grid.ts';

export interface SamplePost {
  day: DayKey;
  instant: Date;
  type: MediaType;
  status: PostStatus;
  caption: string;
  /** The name of the picture below /landing. */
  art: Art;
}

type Art = 'cafe' | 'canecas' | 'vestido' | 'acai';

/** Days after Sunday, time in Brasília, type, picture, caption. */
type SampleRow = readonly [number, string, MediaType, Art, string];

/** The current week uses the first entry, which has posts on every day; the other weeks rotate. */
const weeks: readonly (readonly SampleRow[])[] = [
  [
    [0, '19:00', 'IMAGE', 'acai', 'Domingo pede açaí na tigela.'],
    [1, '09:00', 'STORIES', 'cafe', 'Segunda começa com café passado.'],
    [1, '12:00', 'CAROUSEL', 'canecas', 'Cinco canecas novas na prateleira.'],
    [1, '18:00', 'IMAGE', 'vestido', 'O vestido de linho voltou.'],
    [2, '08:30', 'STORIES', 'cafe', 'Bom dia. Portas abertas às nove.'],
    [2, '12:00', 'IMAGE', 'canecas', 'Última caneca azul disponível.'],
    [2, '18:00', 'REELS', 'canecas', 'Caneca dupla: dois esmaltes, uma fornada.'],
    [2, '20:00', 'STORIES', 'vestido', 'Amanhã tem novidade na arara.'],
    [3, '12:00', 'CAROUSEL', 'vestido', 'Sete presentes até R$ 150, prontos para envio.'],
    [4, '19:00', 'REELS', 'cafe', 'Como moemos o café de cada dia.'],
    [5, '08:00', 'STORIES', 'cafe', 'Sexta com bolo de laranja.'],
    [5, '12:00', 'IMAGE', 'canecas', 'Feitas para ficar lado a lado.'],
    [5, '18:00', 'REELS', 'acai', 'Montamos a sua tigela em vinte segundos.'],
    [5, '20:30', 'STORIES', 'vestido', 'Mostre como você usou e marque a gente.'],
    [6, '10:00', 'VIDEO', 'vestido', 'A coleção inteira, em um minuto.'],
  ],
  [
    [0, '19:00', 'IMAGE', 'cafe', 'Café coado na mesa de casa.'],
    [1, '12:00', 'CAROUSEL', 'canecas', 'Qual das quatro é a sua?'],
    [2, '18:00', 'REELS', 'vestido', 'Um vestido, três jeitos de usar.'],
    [4, '12:00', 'IMAGE', 'acai', 'Açaí com granola da casa.'],
    [4, '19:00', 'STORIES', 'cafe', 'Grãos novos chegam amanhã.'],
    [6, '10:00', 'VIDEO', 'canecas', 'Embalamos cada caneca à mão.'],
  ],
  [
    [2, '18:00', 'IMAGE', 'vestido', 'Reposição do vestido verde.'],
    [3, '12:00', 'CAROUSEL', 'acai', 'O cardápio novo, tigela por tigela.'],
    [3, '18:00', 'REELS', 'canecas', 'Do barro à xícara.'],
    [3, '20:00', 'STORIES', 'cafe', 'Encomendas abertas até sexta.'],
    [6, '10:00', 'IMAGE', 'cafe', 'Sábado de portas abertas.'],
  ],
  [
    [1, '12:00', 'IMAGE', 'canecas', 'Caneca pequena, café forte.'],
    [2, '18:00', 'REELS', 'acai', 'De onde vem o nosso açaí.'],
    [3, '19:00', 'STORIES', 'vestido', 'Prova hoje, leva amanhã.'],
    [4, '12:00', 'CAROUSEL', 'cafe', 'Cinco receitas geladas.'],
    [5, '18:00', 'IMAGE', 'vestido', 'Linho para o fim de semana.'],
    [5, '20:00', 'STORIES', 'acai', 'Última chamada da noite.'],
    [6, '10:00', 'VIDEO', 'canecas', 'Oficina de torno: vagas abertas.'],
  ],
];

/** The range starts before the month of any current day and ends at the horizon of a paid plan. */
const WEEKS_BACK = 6;
const DAYS_AHEAD = 30;

/** The last post of last week has failed, to show that posts can fail. */
const isFailure = (week: number, { length }: readonly SampleRow[], index: number) =>
  week === -1 && index === length - 1;

/** Oldest first; past posts are published, the others scheduled. */
export function createSamplePosts(now: Date): SamplePost[] {
  const today = dayKey(now);
  const { sunday } = weekBounds(today);
  const lastDay = addDays(today, DAYS_AHEAD);
  const samplePosts: SamplePost[] = [];
  for (let week = -WEEKS_BACK; week * 7 <= DAYS_AHEAD; week += 1) {
    const slots = weeks[(week + WEEKS_BACK * weeks.length) % weeks.length] ?? [];
    for (const [index, [days, time, type, art, caption]] of slots.entries()) {
      const day = addDays(sunday, week * 7 + days);
      if (day > lastDay) break;
      const instant = instantOf(day, time);
      const pastStatus = isFailure(week, slots, index) ? 'failed' : 'published';
      const status = instant > now ? 'scheduled' : pastStatus;
      samplePosts.push({ day, instant, type, status, caption, art });
    }
  }
  return samplePosts;
}

function instantOf(day: DayKey, time: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return fromBrasilia({ year, month, day: date, hour, minute });
}

export function samplePostsOn(samplePosts: readonly SamplePost[], day: DayKey): SamplePost[] {
  return samplePosts.filter((post) => post.day === day);
}

export const artUrl = ({ art }: SamplePost) => `/landing/${art}.svg`;
