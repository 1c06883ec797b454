/** Library ids of composer files, until the page is reloaded. */
const libraryIds = new WeakMap<object, string>();

export const linkLibraryFile = (file: File, id: string): unknown => libraryIds.set(file, id);

export const findLibraryId = (file: object): string | undefined => libraryIds.get(file);
