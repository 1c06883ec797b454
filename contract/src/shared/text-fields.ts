import * as z from 'zod/mini';

/** NUL, and half of a character: neither the database nor other programs can keep them. */
const UNSTORABLE = /[\0\p{Cs}]/u;
const UNSTORABLE_MESSAGE =
  'O texto tem um caractere que não pode ser guardado. Apague-o e digite de novo.';

/** A text that is sent to us. Each field is one, or is cleaned by `oneLine` or `severalLines`. */
export const text = (message?: string) =>
  z.string(message).check(z.refine((sent) => !UNSTORABLE.test(sent), UNSTORABLE_MESSAGE));

/** What was typed as one line: no break in it can begin another header of a mail, or another name. */
export const oneLine = z.overwrite<string>((text) =>
  text.replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ').trim(),
);

/** Line breaks as everywhere else, and no other control characters nor halves of characters. */
export const severalLines = z.overwrite<string>((text) =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]+|\p{Cs}+/gu, '')
    .trim(),
);

/** A JSON value sent as the text of a multipart field. */
export const json = <S extends z.ZodMiniType>(schema: S) =>
  z.pipe(
    z.pipe(
      text('Dados inválidos'),
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
