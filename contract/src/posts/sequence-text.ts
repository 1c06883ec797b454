/** Where several posts of an account have one due time, and an installation leaves a gap between them. */
export const SEQUENCE_TEXT = 'Os próximos saem em sequência, com alguns segundos entre eles.';
