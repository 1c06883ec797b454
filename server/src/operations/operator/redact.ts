const REMOVED = '(removido)';
const SECRET_NAME = /token|secret|proof|signature/i;
/** Where the address of a page or of a file has tokens and signatures. */
const QUERY = /(\bhttps?:\/\/[^\s"?]+)\?[^\s"]*/g;
/** How tokens of Facebook and Instagram begin. */
const TOKEN = /\b(?:EAA|IGAA|IGQ)[\w-]{16,}/g;

/** Removes the secrets, and what looks like one, from an answer before it is shown. */
export function redact(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === 'string') return redactText(value, secrets);
  if (Array.isArray(value)) return value.map((item) => redact(item, secrets));
  if (!(value instanceof Object)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      SECRET_NAME.test(name) ? REMOVED : redact(item, secrets),
    ]),
  );
}

function redactText(text: string, secrets: readonly string[]): string {
  return secrets
    .filter((secret) => secret !== '')
    .reduce((shown, secret) => shown.replaceAll(secret, REMOVED), text)
    .replaceAll(QUERY, `$1?${REMOVED}`)
    .replaceAll(TOKEN, REMOVED);
}
