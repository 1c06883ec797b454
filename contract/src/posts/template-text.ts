// What a template is read by without schemas: the page draws it, the server keeps it.

/** For whom a template of the library is written. */
export const templateTrades = [
  'padaria',
  'restaurante',
  'salao',
  'barbearia',
  'moda',
  'artesanato',
  'academia',
  'pet',
  'saude',
  'imobiliaria',
  'escola',
  'criador',
] as const;
export type TemplateTrade = (typeof templateTrades)[number];

export const templateTradeNames: Record<TemplateTrade, string> = {
  padaria: 'Padaria e confeitaria',
  restaurante: 'Restaurante e café',
  salao: 'Salão de beleza',
  barbearia: 'Barbearia',
  moda: 'Moda e acessórios',
  artesanato: 'Artesanato e papelaria',
  academia: 'Academia e personal',
  pet: 'Pet shop',
  saude: 'Dentista e clínica',
  imobiliaria: 'Imobiliária',
  escola: 'Escola e cursos',
  criador: 'Criador e agência',
};

/** What a template is posted for. */
export const templateOccasions = [
  'novidade',
  'promocao',
  'bastidores',
  'data',
  'depoimento',
  'dica',
  'aviso',
  'pergunta',
] as const;
export type TemplateOccasion = (typeof templateOccasions)[number];

export const templateOccasionNames: Record<TemplateOccasion, string> = {
  novidade: 'Novidade',
  promocao: 'Promoção',
  bastidores: 'Bastidores',
  data: 'Data do calendário',
  depoimento: 'Depoimento',
  dica: 'Dica',
  aviso: 'Aviso de horário',
  pergunta: 'Pergunta',
};

/** Of templates that somebody made; how much there may be of everything. */
export const TEMPLATES_MAX = 100;
export const TEMPLATE_NAME_MAX = 80;
export const TEMPLATE_FRAMES_MAX = 10;
export const TEMPLATE_FRAME_MAX = 200;

/** Something to fill in: a name between braces. */
const fieldPattern = /\{(\p{L}[\p{L}\p{M}\p{N} -]{0,39})\}/gu;

/** The fields of some texts, each once, in the order in which they are met. */
export const fieldsIn = (...texts: readonly string[]): string[] => [
  ...new Set(
    texts.flatMap((text) => Array.from(text.matchAll(fieldPattern), ([, name = '']) => name)),
  ),
];

/** A stretch of a template: as it stands there, what was filled in, or a field that is still open. */
interface TemplatePart {
  text: string;
  kind: 'text' | 'filled' | 'open';
}

/** What is filled in, by the name of its field. */
export type FieldValues = Readonly<Record<string, string>>;

/** A template in its parts, in their order. What is blank is as good as not filled in. */
export function templateParts(template: string, values: FieldValues): TemplatePart[] {
  const parts: TemplatePart[] = [];
  let textStart = 0;
  const pushTextUntil = (end: number) => {
    if (end > textStart) parts.push({ text: template.slice(textStart, end), kind: 'text' });
  };
  for (const { 0: whole, 1: name = '', index } of template.matchAll(fieldPattern)) {
    pushTextUntil(index);
    const value = Object.hasOwn(values, name) ? (values[name] ?? '').trim() : '';
    parts.push(value === '' ? { text: whole, kind: 'open' } : { text: value, kind: 'filled' });
    textStart = index + whole.length;
  }
  pushTextUntil(template.length);
  return parts;
}

/** A template with what was filled in; fields that are still open stay between their braces. */
export const fillTemplate = (template: string, values: FieldValues): string =>
  templateParts(template, values)
    .map(({ text }) => text)
    .join('');

const MAX_SUGGESTED_NAME = 40;
/** Less says too little. */
const MIN_SUGGESTED_NAME = 12;

/** What a template of this caption may be called: how it begins, up to where one breathes. */
export function nameFromCaption(caption: string): string {
  const [line = ''] = caption
    .replace(/#[\p{L}\p{M}\p{N}_]+/gu, '')
    .trim()
    .split('\n');
  const first = line.trim().replace(/\s+/g, ' ');
  if (first.length <= MAX_SUGGESTED_NAME) return first.replace(/[.,;:]+$/, '');
  const start = first.slice(0, MAX_SUGGESTED_NAME + 1);
  const pause = Math.max(...Array.from(start.matchAll(/[.,;:!?](?= )/g), ({ index }) => index), 0);
  if (pause >= MIN_SUGGESTED_NAME) return start.slice(0, pause);
  const space = start.lastIndexOf(' ');
  return space > 0 ? start.slice(0, space) : truncateWord(first);
}

/** Of one long word: no character is cut in two. */
const truncateWord = (word: string): string =>
  Array.from(word).slice(0, MAX_SUGGESTED_NAME).join('');
