import { MEGABYTE } from '@pontual/contract/media/media.ts';

/** A sheet with a hundred long captions has a tenth of this size. */
export const SHEET_MAX_BYTES = 5 * MEGABYTE;
export const sheetTooLarge =
  'A planilha deve ter no máximo 5MB. Apague as imagens e as abas que não são de posts.';

export const WORKBOOK_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
export const sheetAccepts = `.xlsx,${WORKBOOK_TYPE},.csv,.tsv,.txt,text/csv`;

/** Also formats that are not read: the reader then tells how to convert them. */
const sheetName = /\.(csv|tsv|txt|xls[xmb]?|ods|numbers)$/i;

export const isSheet = ({ name, type }: { name: string; type: string }): boolean =>
  sheetName.test(name) || type === 'text/csv' || type === WORKBOOK_TYPE;
