import { schedulingAnswers } from './scheduling-answers.ts';
import type { FaqCategory } from './answer.ts';
import { accountAnswers } from './account-answers.ts';
import { generalAnswers } from './general-answers.ts';
import { instagramAnswers } from './instagram-answers.ts';
import { planAnswers } from './plan-answers.ts';
import { technicalAnswers } from './technical-answers.ts';

export const faq: readonly FaqCategory[] = [
  generalAnswers,
  schedulingAnswers,
  accountAnswers,
  planAnswers,
  technicalAnswers,
  instagramAnswers,
];
