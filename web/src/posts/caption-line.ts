/** Returns a caption for one line: trimmed, or a text for an empty caption. */
export const captionLine = (caption: string): string => caption.trim() || 'Sem legenda';
