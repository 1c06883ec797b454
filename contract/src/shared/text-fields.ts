import * as z from 'zod/mini';

/** NUL and lone surrogates: neither the database nor other programs can store them. */
const UNSTORABLE = /[\0\p{Cs}]/u;
const UNSTORABLE_MESSAGE =
  'O texto tem um caractere que não pode ser guardado. Apague-o e digite de novo.';

/** A text from a client. Every text field uses this, or is cleaned by `oneLine` or `severalLines`. */
export const text = (message?: string) =>
  z.string(message).check(z.refine((sent) => !UNSTORABLE.test(sent), UNSTORABLE_MESSAGE));

/** Replaces line breaks and control characters by a space, so that a name cannot inject an email header. */
export const oneLine = z.overwrite<string>((text) =>
  text.replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ').trim(),
);

export const severalLines = z.overwrite<string>((text) =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]+|\p{Cs}+/gu, '')
    .trim(),
);

/** A JSON value that a multipart field transports as text. */
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
