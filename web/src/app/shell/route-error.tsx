import { RotateCcw } from 'lucide-react';
import { useRouteError } from 'react-router';
import { paths } from '../../ui/page/paths.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Wordmark } from '../../ui/wordmark.tsx';
import { errorReference } from '../../ui/page/error-reference.ts';

/** Its plain links cause a reload. */
export function RouteError() {
  const reference = errorReference(useRouteError());
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr] bg-paper">
      <title>Esta página não abriu · Pontual</title>
      <header className="page-gutter flex h-16 items-center lg:h-19">
        <a href={paths.home} aria-label="Pontual, início">
          <Wordmark />
        </a>
      </header>
      <main id="conteudo" tabIndex={-1} className="grid place-items-center pb-24">
        <div>
          <ErrorState
            title="Esta página não abriu"
            message="Desculpe. A conexão caiu no meio do caminho ou a Pontual acabou de ser atualizada. Recarregue: o que já está agendado sai na hora do mesmo jeito."
            actions={
              <>
                <Button
                  variant="ink"
                  icon={<RotateCcw size={17} />}
                  onClick={() => globalThis.location.reload()}
                >
                  Recarregar a página
                </Button>
                <a href={paths.home} className={buttonClass({ variant: 'ghost' })}>
                  Ir para o início
                </a>
              </>
            }
          />
          <p className="px-7 text-center text-xs text-pretty text-ink-3">
            Se continuar assim,{' '}
            <a href={paths.support} className="text-link">
              fale com o suporte
            </a>{' '}
            e informe a referência <b className="tnum select-all">{reference}</b>.
          </p>
        </div>
      </main>
    </div>
  );
}
