/** Where several posts of an account have one due time, and an installation leaves a gap between them. */
export const SEQUENCE_TEXT =
  'Eles serão publicados um após o outro, com alguns segundos de intervalo.';
