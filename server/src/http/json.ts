/** JSON of a value of this type, in UTF-8; in parts, so that large answers are put together once. */
export interface Json<T> {
  readonly parts: readonly Buffer[];
  /** Only the type checker's: what the parts say. */
  readonly of?: T;
}

const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT, COMMA] = ['[', ']', '{', '}', ','].map(
  (text) => Buffer.from(text),
) as [Buffer, Buffer, Buffer, Buffer, Buffer]; // one for each

export const toJson = <T>(value: T): Json<T> => ({ parts: [Buffer.from(JSON.stringify(value))] });

/** An array of what is written already. */
export const jsonArray = <T>(items: readonly Json<T>[]): Json<T[]> => ({
  parts: [OPEN_ARRAY, ...separated(items), CLOSE_ARRAY],
});

/** An object of what is written already. */
export function jsonObject<T>(fields: { [K in keyof T]: Json<T[K]> }): Json<T> {
  const members = Object.entries<Json<unknown>>(fields).map(([name, { parts }]) => ({
    parts: [Buffer.from(`${JSON.stringify(name)}:`), ...parts],
  }));
  return { parts: [OPEN_OBJECT, ...separated(members), CLOSE_OBJECT] };
}

function separated(items: readonly Json<unknown>[]): Buffer[] {
  const parts: Buffer[] = [];
  for (const item of items) {
    if (parts.length > 0) parts.push(COMMA);
    for (const part of item.parts) parts.push(part);
  }
  return parts;
}
