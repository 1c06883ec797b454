/** A file of the archive, without its number and `.json`, and the path of the column in it. */
type ExportPath =
  `${'conta' | 'instagram' | 'posts' | 'metricas' | 'avisos' | 'mensagens' | 'modelos' | 'equipe' | 'historico' | 'lotes' | 'envios' | 'acessos'}: ${string}`;
type Exclusion = `not: ${string}`;
export type ColumnPolicy = ExportPath | Exclusion;

/** A secret would give access to anyone who gets the archive. */
export const secret = 'not: a secret, or made of one';
/** Internal state that contains no information about the owner. */
export const internal = 'not: bookkeeping of ours';
/** Computed from exported data. */
export const derived = 'not: made of what is exported';
/** The id of the owner, which is the same in the whole file. */
export const ownership = 'not: whose it is, which is the asker';
/** A step that takes minutes and that only the browser which began it can finish. */
export const inProgress = 'not: a step of minutes, with its secrets';
export const notPersonal = 'not: of nobody';

/** Maps each of these columns to the same exclusion. */
export function samePolicy<F extends Exclusion, C extends string>(
  reason: F,
  columns: readonly C[],
) {
  // `Object.fromEntries` types its keys as strings.
  return Object.fromEntries(columns.map((column) => [column, reason])) as Record<C, F>;
}
