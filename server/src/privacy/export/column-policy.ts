/** A file of the archive, without its number and `.json`, and the path of the column in it. */
type ExportPath =
  `${'conta' | 'instagram' | 'posts' | 'metricas' | 'avisos' | 'mensagens' | 'modelos' | 'equipe' | 'historico' | 'lotes' | 'envios' | 'acessos'}: ${string}`;
type Exclusion = `not: ${string}`;
export type ColumnPolicy = ExportPath | Exclusion;

export const secret = 'not: a secret, or made of one';
export const internal = 'not: bookkeeping of ours';
export const derived = 'not: made of what is exported';
export const ownership = 'not: whose it is, which is the asker';
/** Takes minutes, and only the browser that began it can finish it. */
export const inProgress = 'not: a step of minutes, with its secrets';
export const notPersonal = 'not: of nobody';

export function samePolicy<F extends Exclusion, C extends string>(
  reason: F,
  columns: readonly C[],
) {
  // `Object.fromEntries` types its keys as strings.
  return Object.fromEntries(columns.map((column) => [column, reason])) as Record<C, F>;
}
