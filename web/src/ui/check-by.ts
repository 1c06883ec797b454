import * as z from 'zod/mini';
import type { Checked } from './use-form.ts';

/** As it is typed, everything is text. */
type Typed<Input> = { [Name in keyof Input]: string };

/** The rules of a form out of a schema: of each field, what is wrong with it first. */
export function checkBy<S extends z.ZodMiniType>(schema: S) {
  return (typed: Typed<z.input<S>> | z.input<S>): Checked<z.output<S>> => {
    const parsed = z.safeParse(schema, typed);
    if (parsed.success) return { body: parsed.data };
    const messages = new Map<string, string>();
    for (const { path, message } of parsed.error.issues) {
      const name = String(path[0]);
      if (!messages.has(name)) messages.set(name, message);
    }
    return { faults: [...messages].map(([name, message]) => ({ name, message })) };
  };
}
