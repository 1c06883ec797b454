import type { DateRule } from './date.rules.ts';

/** A holiday by law, an optional holiday on which most of the country stops, or a commemorative date. */
export type DateKind = 'feriado' | 'facultativo' | 'data';

export interface DateEntry {
  name: string;
  kind: DateKind;
  rule: DateRule;
  /** The first year in which the date has this kind. */
  since?: number;
}

const SUNDAY = 0;
const THURSDAY = 4;

const holiday = (name: string, rule: DateRule): DateEntry => ({ name, kind: 'feriado', rule });
const optional = (name: string, rule: DateRule): DateEntry => ({ name, kind: 'facultativo', rule });
const occasion = (name: string, rule: DateRule): DateEntry => ({ name, kind: 'data', rule });
const yearly = (on: string, name: string) => occasion(name, { on });

/** The Friday after the fourth Thursday is not always the fourth Friday of its month. */
const afterThanksgiving = (plus: number): DateRule => ({
  nth: 4,
  weekday: THURSDAY,
  month: 11,
  plus,
});

/**
 * Holidays: laws 662/1949, 6.802/1980, 9.093/1995 (Good Friday) and 14.759/2023; optional ones: the yearly
 * federal ordinance. Trades without one agreed date have no entry. On one day, table order decides.
 */
export const dateTable: readonly DateEntry[] = [
  optional('Carnaval', { fromEaster: -48 }),
  optional('Carnaval', { fromEaster: -47 }),
  optional('Quarta-feira de Cinzas', { fromEaster: -46 }),
  occasion('Domingo de Ramos', { fromEaster: -7 }),
  holiday('Sexta-feira Santa', { fromEaster: -2 }),
  occasion('Páscoa', { fromEaster: 0 }),
  optional('Corpus Christi', { fromEaster: 60 }),

  occasion('Dia das Mães', { nth: 2, weekday: SUNDAY, month: 5 }),
  occasion('Dia dos Pais', { nth: 2, weekday: SUNDAY, month: 8 }),
  occasion('Black Friday', afterThanksgiving(1)),
  occasion('Cyber Monday', afterThanksgiving(4)),

  holiday('Ano Novo', { on: '01-01' }),
  yearly('01-06', 'Dia de Reis'),
  yearly('01-30', 'Dia da Saudade'),
  yearly('02-02', 'Dia de Iemanjá'),
  yearly('03-08', 'Dia Internacional da Mulher'),
  yearly('03-15', 'Dia do Consumidor'),
  yearly('03-19', 'Dia do Artesão'),
  yearly('04-01', 'Dia da Mentira'),
  yearly('04-07', 'Dia Mundial da Saúde'),
  yearly('04-13', 'Dia do Beijo'),
  yearly('04-18', 'Dia Nacional do Livro Infantil'),
  yearly('04-19', 'Dia dos Povos Indígenas'),
  holiday('Tiradentes', { on: '04-21' }),
  yearly('04-22', 'Dia da Terra'),
  yearly('04-23', 'Dia Mundial do Livro'),
  yearly('04-23', 'São Jorge'),
  holiday('Dia do Trabalho', { on: '05-01' }),
  yearly('05-12', 'Dia da Enfermagem'),
  yearly('05-15', 'Dia Internacional da Família'),
  yearly('05-24', 'Dia Nacional do Café'),
  yearly('05-25', 'Dia do Orgulho Nerd'),
  yearly('05-28', 'Dia do Hambúrguer'),
  yearly('06-05', 'Dia do Meio Ambiente'),
  yearly('06-12', 'Dia dos Namorados'),
  yearly('06-13', 'Santo Antônio'),
  yearly('06-24', 'São João'),
  yearly('06-28', 'Dia do Orgulho LGBT+'),
  yearly('06-29', 'São Pedro'),
  yearly('07-07', 'Dia do Chocolate'),
  yearly('07-08', 'Dia do Padeiro'),
  yearly('07-10', 'Dia da Pizza'),
  yearly('07-13', 'Dia Mundial do Rock'),
  yearly('07-20', 'Dia do Amigo'),
  yearly('07-26', 'Dia dos Avós'),
  yearly('08-11', 'Dia do Estudante'),
  yearly('08-11', 'Dia do Advogado'),
  yearly('08-19', 'Dia Mundial da Fotografia'),
  yearly('08-22', 'Dia do Folclore'),
  yearly('08-25', 'Dia do Feirante'),
  yearly('08-27', 'Dia do Psicólogo'),
  yearly('08-31', 'Dia do Nutricionista'),
  yearly('09-01', 'Dia do Educador Físico'),
  holiday('Independência do Brasil', { on: '09-07' }),
  yearly('09-09', 'Dia do Veterinário'),
  yearly('09-15', 'Dia do Cliente'),
  yearly('09-21', 'Dia da Árvore'),
  yearly('09-27', 'Cosme e Damião'),
  yearly('09-30', 'Dia da Secretária'),
  yearly('10-01', 'Dia do Vendedor'),
  yearly('10-04', 'Dia dos Animais'),
  yearly('10-12', 'Dia das Crianças'),
  holiday('Nossa Senhora Aparecida', { on: '10-12' }),
  yearly('10-15', 'Dia dos Professores'),
  yearly('10-18', 'Dia do Médico'),
  yearly('10-25', 'Dia do Dentista'),
  optional('Dia do Servidor Público', { on: '10-28' }),
  yearly('10-29', 'Dia Nacional do Livro'),
  yearly('10-31', 'Halloween'),
  holiday('Finados', { on: '11-02' }),
  yearly('11-05', 'Dia do Designer'),
  holiday('Proclamação da República', { on: '11-15' }),
  yearly('11-19', 'Dia do Empreendedorismo Feminino'),
  { ...holiday('Consciência Negra', { on: '11-20' }), since: 2024 },
  yearly('12-08', 'Imaculada Conceição'),
  optional('Véspera de Natal', { on: '12-24' }),
  holiday('Natal', { on: '12-25' }),
  optional('Réveillon', { on: '12-31' }),
];
