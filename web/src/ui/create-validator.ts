import * as z from 'zod/mini';
import type { ValidationResult } from './use-form.ts';

type FormInput<Input> = { [Name in keyof Input]: string | Input[Name] };

export function createValidator<S extends z.ZodMiniType>(schema: S) {
  return (values: FormInput<z.input<S>>): ValidationResult<z.output<S>> => {
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
