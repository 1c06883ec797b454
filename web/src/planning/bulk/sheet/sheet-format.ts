const startsWith = (bytes: Uint8Array, signature: readonly number[]) =>
  signature.every((byte, index) => bytes[index] === byte);

/** XLSX, but also ODS and Numbers. */
const isZipFile = (bytes: Uint8Array) => startsWith(bytes, [0x50, 0x4b, 0x03, 0x04]);

/** Microsoft's compound file: an .xls, or a workbook with a password. */
export const isCompoundFile = (bytes: Uint8Array): boolean =>
  startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);

/** By its content, because users rename files. */
export const isWorkbook = (bytes: Uint8Array): boolean => isZipFile(bytes) || isCompoundFile(bytes);
