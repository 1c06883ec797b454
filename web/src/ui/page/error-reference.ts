const FNV_OFFSET = 0x81_1c_9d_c5;
const FNV_PRIME = 0x01_00_01_93;

/** The same id in every browser, without personal data: FNV-1a, 32 bits, as 8 hexadecimal digits. */
export function errorReference(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  let hash = FNV_OFFSET;
  for (const byte of new TextEncoder().encode(text)) {
    hash = Math.imul(hash ^ byte, FNV_PRIME);
  }
  return (hash >>> 0).toString(16).padStart(8, '0').toUpperCase();
}
