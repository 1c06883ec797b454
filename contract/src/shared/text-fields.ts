import * as z from 'zod/mini';

/** NUL and lone surrogates: neither the database nor other programs can store them. */
const UNSTORABLE = /[\0\p{Cs}]/u;
/**
 * Marks that reorder the text around them: a reader would see other words than the ones stored. The marks
 * of Arabic and Hebrew (U+200E, U+200F, U+061C) reorder nothing and stay.
 */
const REORDERING = /[\u202A-\u202E\u2066-\u2069]/g;
const REFUSED = new RegExp(`${UNSTORABLE.source}|${REORDERING.source}`, 'u');
const REFUSED_MESSAGE =
  'O texto tem um caractere que não pode ser guardado. Apague-o e digite de novo.';
/** No field stores more; most have a lower limit and a message of their own. */
const TEXT_MAX = 20_000;
/** As many as a form field takes: a program may escape each letter of a list of texts (`\u00e7`). */
const JSON_MAX = 65_536;
const TOO_LONG = 'Texto longo demais';

const removeReordering = (sent: string) => sent.replace(REORDERING, '');

/*
 * Every text of a request is made by one of the functions below; `text-fields.test.ts` walks all requests.
 * Each has a message for a missing text.
 */

/** Refuses invisible characters: for secrets, addresses and names that a program compares. */
export const text = (message?: string, max = TEXT_MAX) =>
  z.string(message).check(
    z.maxLength(max, { error: TOO_LONG, abort: true }),
    z.refine((sent) => !REFUSED.test(sent), REFUSED_MESSAGE),
  );

/**
 * A text that people paste, with its line breaks. Phones put reordering marks around pasted names and
 * numbers, so they are removed and not refused. Forms send each line break as CRLF.
 */
export const pastedText = (message?: string, invalid = REFUSED_MESSAGE) =>
  z.string(message).check(
    z.maxLength(TEXT_MAX, { error: TOO_LONG, abort: true }),
    z.overwrite((sent) => removeReordering(sent).replaceAll('\r\n', '\n')),
    z.refine((sent) => !UNSTORABLE.test(sent), invalid),
  );

/** Replaces line breaks and control characters by a space, so that a name cannot inject an email header. */
export const oneLine = (message?: string) =>
  z.string(message).check(
    z.maxLength(TEXT_MAX, { error: TOO_LONG, abort: true }),
    z.overwrite((sent) =>
      removeReordering(sent)
        .replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ')
        .trim(),
    ),
  );

/** Removes all control characters but line breaks and tabs. */
export const severalLines = (message?: string) =>
  z.string(message).check(
    z.maxLength(TEXT_MAX, { error: TOO_LONG, abort: true }),
    z.overwrite((sent) =>
      removeReordering(sent)
        .replace(/\r\n?/g, '\n')
        .replace(/[^\P{Cc}\n\t]+|\p{Cs}+/gu, '')
        .trim(),
    ),
  );

/** A JSON value that a multipart field transports as text. */
export const json = <S extends z.ZodMiniType>(schema: S) =>
  z.pipe(
    z.pipe(
      text('Dados inválidos', JSON_MAX),
      z.transform((sent, context): unknown => {
        try {
          return JSON.parse(sent);
        } catch {
          context.issues.push({ code: 'custom', message: 'Dados inválidos', input: sent });
          return z.NEVER;
        }
      }),
    ),
    schema,
  );
