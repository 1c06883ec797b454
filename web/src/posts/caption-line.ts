/** A caption where there is room for little else: without what surrounds it, or that there is none. */
export const captionLine = (caption: string): string => caption.trim() || 'Sem legenda';
