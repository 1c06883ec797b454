import { Notice } from '../../../ui/notice.tsx';
import type { Place } from './claim.ts';

const words: Record<Place, string | null> = {
  own: null,
  elsewhere:
    'Outra aba já guarda um post seu, e só um fica guardado. O que você fizer aqui se perde ao fechar ou recarregar a página.',
  none: 'Este navegador não guarda o que você faz aqui: fechar ou recarregar a página perde este post.',
};

/** Says at once that this composer keeps nothing, before there is anything to lose. */
export function NotKept({ place }: { place: Place }) {
  const text = words[place];
  if (text === null) return null;
  return (
    <Notice tone="info" live className="mb-5">
      {text}
    </Notice>
  );
}
