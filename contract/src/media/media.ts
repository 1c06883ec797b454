/** The path of resumable uploads (tus), below `/api`. */
export const UPLOADS_PATH = '/uploads';

/** In bytes, as in the specification (section 9). */
export const MEGABYTE = 1024 * 1024;
export const MAX_VIDEO_BYTES = 300 * MEGABYTE;

/** `1 arquivo`, `3 arquivos` */
export const formatFileCount = (count: number): string =>
  count === 1 ? '1 arquivo' : `${count} arquivos`;
