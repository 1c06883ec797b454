import * as z from 'zod/mini';
import type { ValidationResult } from './use-form.ts';

type TextValues<Input> = { [Name in keyof Input]: string };

export function createValidator<S extends z.ZodMiniType>(schema: S) {
  return (values: TextValues<z.input<S>> | z.input<S>): ValidationResult<z.output<S>> => {
    const parsed = z.safeParse(schema, values);
    if (parsed.success) return { body: parsed.data };
    const messages = new Map<string, string>();
    for (const { path, message } of parsed.error.issues) {
      const name = String(path[0]);
      if (!messages.has(name)) messages.set(name, message);
    }
    return { fieldErrors: [...messages].map(([name, message]) => ({ name, message })) };
  };
}
