/** The UTF-8 JSON of a value of this type, in parts, so that a large response is concatenated once. */
export interface SerializedJson<T> {
  readonly parts: readonly Buffer[];
  /** Only for the type checker: the type of the serialized value. */
  readonly valueType?: T;
}

const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT, COMMA] = ['[', ']', '{', '}', ','].map(
  (text) => Buffer.from(text),
) as [Buffer, Buffer, Buffer, Buffer, Buffer];

export const serializeJson = <T>(value: T): SerializedJson<T> => ({
  parts: [Buffer.from(JSON.stringify(value))],
});

/** Returns an array of values that are already serialized. */
export const jsonArray = <T>(items: readonly SerializedJson<T>[]): SerializedJson<T[]> => ({
  parts: [OPEN_ARRAY, ...joinWithCommas(items), CLOSE_ARRAY],
});

/** Returns an object of values that are already serialized. */
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
