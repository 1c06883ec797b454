// Template data without schemas: the page uses it without loading them, the server validates with it.

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

export const TEMPLATES_MAX = 100;
export const TEMPLATE_NAME_MAX = 80;
export const TEMPLATE_FRAMES_MAX = 10;
export const TEMPLATE_FRAME_MAX = 200;

const fieldPattern = /\{(\p{L}[\p{L}\p{M}\p{N} -]{0,39})\}/gu;

export const fieldsIn = (...texts: readonly string[]): string[] => [
  ...new Set(
    texts.flatMap((text) => Array.from(text.matchAll(fieldPattern), ([, name = '']) => name)),
  ),
];

interface TemplatePart {
  text: string;
  kind: 'text' | 'filled' | 'open';
}

export type FieldValues = Readonly<Record<string, string>>;

/** Returns the parts of a template in order; a blank value leaves its field open. */
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

/** Returns the template with the values inserted; open fields keep their braces. */
export const fillTemplate = (template: string, values: FieldValues): string =>
  templateParts(template, values)
    .map(({ text }) => text)
    .join('');

const MAX_SUGGESTED_NAME = 40;
const MIN_SUGGESTED_NAME = 12;

/** Returns a suggested template name: the start of the caption, up to a punctuation mark or a space. */
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

const truncateWord = (word: string): string =>
  Array.from(word).slice(0, MAX_SUGGESTED_NAME).join('');
