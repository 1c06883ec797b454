import * as z from 'zod/mini';

/** What was typed as one line: no break in it can begin another header of a mail, or another name. */
export const oneLine = z.overwrite<string>((text) => text.replace(/[\p{Cc}\s]+/gu, ' ').trim());

/** Line breaks as everywhere else, and no other control characters. */
export const severalLines = z.overwrite<string>((text) =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]+/gu, '')
    .trim(),
);

/** A JSON value sent as the text of a multipart field. */
export const json = <S extends z.ZodMiniType>(schema: S) =>
  z.pipe(
    z.pipe(
      z.string('Dados inválidos'),
      z.transform((text, context): unknown => {
        try {
          return JSON.parse(text);
        } catch {
          context.issues.push({ code: 'custom', message: 'Dados inválidos', input: text });
          return z.NEVER;
        }
      }),
    ),
    schema,
  );
