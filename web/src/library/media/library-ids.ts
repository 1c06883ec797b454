/** Which file of the library a file of the composer is, for as long as the page lives. */
const libraryIds = new WeakMap<object, string>();

export const linkLibraryFile = (file: File, id: string): unknown => libraryIds.set(file, id);

export const findLibraryId = (file: object): string | undefined => libraryIds.get(file);
