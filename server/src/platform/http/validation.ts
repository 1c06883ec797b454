interface Issue {
  path: readonly PropertyKey[];
  message: string;
}

/** Returns the errors by field name, and the first of them as the message. */
export function fieldErrors(issues: readonly Issue[]): {
  message?: string;
  fields: Record<string, string>;
} {
  const fields: Record<string, string> = {};
  for (const issue of issues) {
    const field = String(issue.path[0] ?? '');
    if (field !== '' && !(field in fields)) fields[field] = issue.message;
  }
  const [message] = Object.values(fields);
  return { fields, ...(message === undefined ? {} : { message }) };
}
