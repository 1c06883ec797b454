import { agendamento } from './agendamento.ts';
import type { FaqCategory } from './answer.ts';
import { conta } from './conta.ts';
import { geral } from './geral.ts';
import { instagram } from './instagram.ts';
import { planos } from './planos.ts';
import { tecnico } from './tecnico.ts';

/** In the order of the tabs. */
export const faq: readonly FaqCategory[] = [geral, agendamento, conta, planos, tecnico, instagram];
