import { schedulingAnswers } from './agendamento.ts';
import type { FaqCategory } from './answer.ts';
import { accountAnswers } from './conta.ts';
import { generalAnswers } from './geral.ts';
import { instagramAnswers } from './instagram.ts';
import { planAnswers } from './planos.ts';
import { technicalAnswers } from './tecnico.ts';

/** In the order of the tabs. */
export const faq: readonly FaqCategory[] = [
  generalAnswers,
  schedulingAnswers,
  accountAnswers,
  planAnswers,
  technicalAnswers,
  instagramAnswers,
];
