export const captionLine = (caption: string): string => caption.trim() || 'Sem legenda';
