/** The files of an archive, without numbers and `.json`, and where in one of them a column stands. */
type ExportPath =
  `${'conta' | 'instagram' | 'posts' | 'metricas' | 'avisos' | 'mensagens' | 'modelos' | 'equipe' | 'historico' | 'lotes' | 'envios' | 'acessos'}: ${string}`;
/** Why a column is in no export. */
type Exclusion = `not: ${string}`;
export type ColumnPolicy = ExportPath | Exclusion;

/** It opens something: in whoever's hands the archive falls, it must not. */
export const secret = 'not: a secret, or made of one';
/** What a machine needs to do its work, and what tells its owner nothing of themselves. */
export const internal = 'not: bookkeeping of ours';
/** Made from what is there. */
export const derived = 'not: made of what is exported';
/** What the file tells by being this owner's. */
export const ownership = 'not: whose it is, which is the asker';
/** A step under way for minutes, which only its browser can go on with. */
export const inProgress = 'not: a step of minutes, with its secrets';
export const notPersonal = 'not: of nobody';

/** The same reason for each of these columns. */
export function samePolicy<F extends Exclusion, C extends string>(
  reason: F,
  columns: readonly C[],
) {
  // Of the entries' names TypeScript keeps no more than that they are texts.
  return Object.fromEntries(columns.map((column) => [column, reason])) as Record<C, F>;
}
