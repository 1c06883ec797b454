interface Issue {
  path: readonly PropertyKey[];
  message: string;
}

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
