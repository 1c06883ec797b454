import { Link, useLocation } from 'react-router';
import { loginFrom, paths } from '../../paths.ts';
import { buttonClass } from '../../ui/button.tsx';

/** What a visitor sees instead of the calendar. */
export function Invitation() {
  const location = useLocation();
  return (
    <div className="page-gutter grid justify-items-center gap-3 py-16 text-center lg:py-28">
      <h1 className="h-section max-w-[16ch] text-balance">Calendário & Timeline</h1>
      <p className="mt-2 max-w-[46ch] text-lg text-pretty text-ink-2">
        Escolha a foto, a legenda e a hora: o post sai no seu Instagram no minuto marcado e fica
        aqui, no seu calendário.
      </p>
      <div className="mt-5 flex flex-wrap justify-center gap-2">
        <Link to={paths.register} className={buttonClass({ variant: 'ipe', size: 'lg' })}>
          Criar conta grátis
        </Link>
        <Link {...loginFrom(location)} className={buttonClass({ variant: 'ink', size: 'lg' })}>
          Entrar
        </Link>
      </div>
    </div>
  );
}
