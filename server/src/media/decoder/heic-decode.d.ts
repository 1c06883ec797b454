declare module 'heic-decode' {
  interface Picture {
    width: number;
    height: number;
    /** Upright, as RGBA. */
    decode(): Promise<{ width: number; height: number; data: Uint8ClampedArray }>;
  }
  export function all(file: { buffer: Uint8Array }): Promise<Picture[] & { dispose(): void }>;
}
