import type { TemplateTrade } from '@pontual/contract/posts/template-text.ts';
import type { LibraryTemplate } from '@pontual/contract/posts/templates.ts';
import { academia } from './academia.ts';
import { artesanato } from './artesanato.ts';
import { barbearia } from './barbearia.ts';
import { criador } from './criador.ts';
import { escola } from './escola.ts';
import { imobiliaria } from './imobiliaria.ts';
import { moda } from './moda.ts';
import { padaria } from './padaria.ts';
import { pet } from './pet.ts';
import { restaurante } from './restaurante.ts';
import { salao } from './salao.ts';
import { saude } from './saude.ts';
import type { TemplateDefinition } from './template-definition.ts';

const byTrade: Readonly<Record<TemplateTrade, readonly TemplateDefinition[]>> = {
  padaria,
  restaurante,
  salao,
  barbearia,
  moda,
  artesanato,
  academia,
  pet,
  saude,
  imobiliaria,
  escola,
  criador,
};

const trades = Object.entries(byTrade) as [TemplateTrade, readonly TemplateDefinition[]][];

export const templateLibrary: readonly LibraryTemplate[] = trades.flatMap(([trade, definitions]) =>
  definitions.map(({ id, fields, ...template }) => ({
    _id: `${trade}-${id}`,
    trade,
    ...template,
    fields: Object.entries(fields).map(([name, example]) => ({ name, example })),
  })),
);
