/** JSON of a value of this type, in UTF-8; in parts, so that large answers are put together once. */
export interface SerializedJson<T> {
  readonly parts: readonly Buffer[];
  /** Only the type checker's: what the parts say. */
  readonly valueType?: T;
}

const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT, COMMA] = ['[', ']', '{', '}', ','].map(
  (text) => Buffer.from(text),
) as [Buffer, Buffer, Buffer, Buffer, Buffer]; // one for each

export const serializeJson = <T>(value: T): SerializedJson<T> => ({
  parts: [Buffer.from(JSON.stringify(value))],
});

/** An array of what is written already. */
export const jsonArray = <T>(items: readonly SerializedJson<T>[]): SerializedJson<T[]> => ({
  parts: [OPEN_ARRAY, ...joinWithCommas(items), CLOSE_ARRAY],
});

/** An object of what is written already. */
export function jsonObject<T>(fields: { [K in keyof T]: SerializedJson<T[K]> }): SerializedJson<T> {
  const members = Object.entries<SerializedJson<unknown>>(fields).map(([name, { parts }]) => ({
    parts: [Buffer.from(`${JSON.stringify(name)}:`), ...parts],
  }));
  return { parts: [OPEN_OBJECT, ...joinWithCommas(members), CLOSE_OBJECT] };
}

function joinWithCommas(items: readonly SerializedJson<unknown>[]): Buffer[] {
  const parts: Buffer[] = [];
  for (const item of items) {
    if (parts.length > 0) parts.push(COMMA);
    for (const part of item.parts) parts.push(part);
  }
  return parts;
}
