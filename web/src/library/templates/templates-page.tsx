import { useState, type ReactNode } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { hasFailed } from '../../api/has-failed.ts';
import { useLimitsQuery } from '../../posts/limits-queries.ts';
import { RetryAlert } from '../../ui/page/retry-alert.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { TemplateLibrary } from './template-library.tsx';
import { OwnTemplates } from './own-templates.tsx';
import { TemplatesLoading } from './templates-loading.tsx';
import { useTemplateLibrary } from './templates-queries.ts';
import { NotInPlan } from '../../ui/page/not-in-plan.tsx';

const sources = [
  { value: 'library', label: 'Biblioteca' },
  { value: 'own', label: 'Meus modelos' },
] as const;
type TemplateSource = (typeof sources)[number]['value'];

export function TemplatesPage() {
  const limits = useLimitsQuery();
  const { data } = limits;
  const library = useTemplateLibrary(data?.templates === true);
  const [source, setSource] = useState<TemplateSource>('library');
  const isRefused = library.error instanceof ApiError && library.error.code === 'PLAN_REQUIRED';
  // If the limits fail to load, the page behaves as for a plan without templates (section 8).
  const isUnknown = data === undefined && hasFailed(limits);
  if (isUnknown || isRefused || data?.templates === false) {
    return (
      <Head>
        {isUnknown ? (
          <RetryAlert query={limits} className="mb-4 items-center">
            Não foi possível carregar os limites do seu plano.
          </RetryAlert>
        ) : null}
        <TemplatesUnavailable />
      </Head>
    );
  }
  return (
    <Head
      aside={
        <Segmented
          label="Quais modelos"
          hideLabel
          options={sources}
          value={source}
          onValue={setSource}
        />
      }
    >
      {data === undefined ? (
        <TemplatesLoading />
      ) : source === 'library' ? (
        <TemplateLibrary query={library} />
      ) : (
        <OwnTemplates isAllowed={data.customTemplates} />
      )}
    </Head>
  );
}

function Head({ aside, children }: { aside?: ReactNode; children: ReactNode }) {
  return (
    <>
      <title>Biblioteca de modelos · Pontual</title>
      <div className="mb-4 flex flex-wrap items-end justify-between gap-x-6 gap-y-4 lg:mb-6">
        <div className="min-w-0">
          <h1 className="h-page">Biblioteca de modelos</h1>
          <p className="mt-1.5 text-pretty text-ink-2">
            Legendas e roteiros de imagem prontos para completar e agendar.
          </p>
        </div>
        {aside === undefined ? null : <div className="w-full sm:w-[300px]">{aside}</div>}
      </div>
      {children}
    </>
  );
}

function TemplatesUnavailable() {
  return (
    <NotInPlan
      title="Biblioteca não disponível"
      message="Esta funcionalidade está disponível nos planos Pro e Premium."
    />
  );
}
